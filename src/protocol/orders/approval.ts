import { encodeAbiParameters, keccak256 } from 'viem/utils'

import { getEvmChainNumber, type ChainId, type EvmAddress } from '../ids/caip.ts'
import type { Hash, Hex } from '../ids/hex.ts'
import type { TypedDataToSign } from './operation.ts'

/** EIP-712 domain name and version of accounts; the same for all EVM kinds. */
export type ApproveDomain = { name: string; version: string }

/**
 * Returns the hash an owner approves: `keccak256(abi.encode(sender, callData, nonce))`.
 * Source: wire, "What is signed"; EstuaryAccount.sol.
 */
export function hashCallDataAndNonce(operation: {
  sender: EvmAddress
  callData: Hex
  nonce: bigint
}): Hash {
  return keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes' }, { type: 'uint256' }],
      [operation.sender, operation.callData, operation.nonce],
    ),
  )
}

/** Builds the EIP-712 structure to sign for an operation; the account is the verifying contract. */
export function buildApproveTypedData(
  operation: { sender: EvmAddress; callData: Hex; nonce: bigint },
  options: { chainNumber: number; domain: ApproveDomain },
) {
  return {
    domain: {
      name: options.domain.name,
      version: options.domain.version,
      chainId: options.chainNumber,
      verifyingContract: operation.sender,
    },
    types: { Approve: [{ name: 'callDataAndNonceHash', type: 'bytes32' }] },
    primaryType: 'Approve',
    message: { callDataAndNonceHash: hashCallDataAndNonce(operation) },
  } satisfies TypedDataToSign
}

/**
 * Returns the user operation nonce of the origin operation at `index`: key = the first 192 bits of
 * `keccak256(abi.encode(quoteId, chainId, index))`, sequence 0.
 *
 * @throws Error for a chain that is not EVM.
 * Source: wire, "Quotes".
 */
export function getOperationNonce(quoteId: Hash, at: { chainId: ChainId; index: number }): bigint {
  const chainNumber = getEvmChainNumber(at.chainId)
  if (chainNumber === undefined) throw new Error(`${at.chainId} has no user operations.`)
  const hash = keccak256(
    encodeAbiParameters(
      [{ type: 'bytes32' }, { type: 'uint256' }, { type: 'uint256' }],
      [quoteId, BigInt(chainNumber), BigInt(at.index)],
    ),
  )
  return (BigInt(hash) >> 64n) << 64n
}
