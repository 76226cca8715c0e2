import { z } from 'zod'

import { AmountText } from '../ids/amount.ts'
import { describeBeta } from '../ids/beta.ts'
import { AssetType, type ChainId, EvmAddress, getChainKind, SolanaAddress } from '../ids/caip.ts'
import { Hash, Hex, HexQuantity } from '../ids/hex.ts'

/** An ERC-4337 v0.7 user operation; numbers as decimal strings. Source: specification section 2.2. */
export const UserOperation = z.object({
  sender: EvmAddress,
  nonce: AmountText,
  factory: EvmAddress.optional(),
  factoryData: Hex.optional(),
  callData: Hex,
  callGasLimit: AmountText,
  verificationGasLimit: AmountText,
  preVerificationGas: AmountText,
  maxFeePerGas: AmountText,
  maxPriorityFeePerGas: AmountText,
  paymaster: EvmAddress,
  paymasterVerificationGasLimit: AmountText,
  paymasterPostOpGasLimit: AmountText,
  paymasterData: Hex,
  /** `0x` while unsigned; 65 bytes when the client has signed. */
  signature: Hex,
})
export type UserOperation = z.output<typeof UserOperation>

/** EIP-712 structure that the owner signs. Source: specification section 2.3. */
export const TypedDataToSign = z.object({
  domain: z.object({
    name: z.string(),
    version: z.string(),
    chainId: z.int().nonnegative(),
    verifyingContract: EvmAddress,
  }),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.object({ callDataAndNonceHash: Hash }),
})
export type TypedDataToSign = z.output<typeof TypedDataToSign>

/** A signed EIP-7702 authorization, for one chain: id 0 would be every chain. Source: rule 11. */
export const DelegationSignature = z.object({
  chainId: z.int().positive('An authorization for chain id 0 is good on every chain: refused.'),
  contractAddress: EvmAddress,
  nonce: z.int().nonnegative(),
  r: Hex,
  s: Hex,
  // Hex text, as existing clients send it; a number is taken too.
  v: z.union([
    HexQuantity,
    z
      .int()
      .nonnegative()
      .transform((v): HexQuantity => `0x${v.toString(16)}`),
  ]),
  yParity: z.int().min(0).max(1),
  type: z.string(),
})
export type DelegationSignature = z.output<typeof DelegationSignature>

/** The EIP-7702 authorization an operation needs; `signature` is filled by the client. */
export const Delegation = z.object({
  contractAddress: EvmAddress,
  nonce: z.int().nonnegative(),
  signature: DelegationSignature.optional(),
})
export type Delegation = z.output<typeof Delegation>

/** An operation on an EVM chain. Source: specification section 2.4. */
export const EvmChainOperation = z.object({
  userOp: UserOperation,
  typedDataToSign: TypedDataToSign,
  assetType: AssetType,
  amount: AmountText,
  delegation: Delegation.optional(),
})
export type EvmChainOperation = z.output<typeof EvmChainOperation>

/** An operation on a Solana chain. Source: specification section 2.4. */
export const SolanaChainOperation = z
  .object({
    type: z.literal('solana'),
    instructions: z.array(
      z.object({
        keys: z.array(
          z.object({ pubkey: SolanaAddress, isSigner: z.boolean(), isWritable: z.boolean() }),
        ),
        programId: SolanaAddress,
        data: z.string(),
      }),
    ),
    recentBlockHash: z.string(),
    feePayer: SolanaAddress,
    signature: z.string().optional(),
    addressLookupTableAddresses: z.array(SolanaAddress).optional(),
    assetType: AssetType,
    amount: AmountText,
    dataToSign: z.string(),
  })
  .meta(describeBeta('Solana chain operation'))
export type SolanaChainOperation = z.output<typeof SolanaChainOperation>

/** An operation on any chain: the Solana form is told by `type`. */
export const ChainOperation = z.union([SolanaChainOperation, EvmChainOperation])
export type ChainOperation = z.output<typeof ChainOperation>

/** Whether an operation is in the EVM form. */
export function isEvmOperation(operation: ChainOperation): operation is EvmChainOperation {
  return 'userOp' in operation
}

/** Whether an operation is in the form of a chain. */
export function isOperationOn(operation: ChainOperation, chainId: ChainId): boolean {
  return isEvmOperation(operation) === (getChainKind(chainId) === 'evm')
}

/** All the gas that a user operation may take by its own limits; 0 on Solana, which has none. */
export function getGasLimit(operation: ChainOperation): bigint {
  if (!isEvmOperation(operation)) return 0n
  const { userOp } = operation
  return [
    userOp.callGasLimit,
    userOp.verificationGasLimit,
    userOp.preVerificationGas,
    userOp.paymasterVerificationGasLimit ?? 0,
  ].reduce((sum: bigint, limit) => sum + BigInt(limit), 0n)
}
