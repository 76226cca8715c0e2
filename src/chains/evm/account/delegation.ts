import { hexToBigInt } from 'viem/utils'

import type { EvmNetworkChain } from '#networks/network.ts'
import { type Account, getAccountKind } from '#protocol/accounts/account.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { DelegationError } from '../../ports/settlementChain.ts'
import { findAuthorizationError } from './authorization.ts'
import type { EvmClient } from '../rpc/client.ts'

/** Code of a delegated EIP-7702 account: a pointer to its delegate. */
export function buildDelegationCode(delegate: EvmAddress): Hex {
  return `0xef0100${delegate.slice(2)}`
}

/** What an address is on a chain: its kind of code, and its nonce. */
export type DeploymentStatus = {
  /** `elsewhere`: EIP-7702 pointer to a contract other than ours; `contract`: code of its own. */
  code: 'none' | 'delegate' | 'elsewhere' | 'contract'
  nonce: bigint
}

/**
 * Reads the deployment status of an account on the latest block.
 *
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readDeploymentStatus(
  client: EvmClient,
  { account, delegate }: { account: EvmAddress; delegate: EvmAddress },
): Promise<DeploymentStatus> {
  const [code, count] = await Promise.all([
    client.rpc.request({ method: 'eth_getCode', params: [account, 'latest'] }),
    client.rpc.request({ method: 'eth_getTransactionCount', params: [account, 'latest'] }),
  ])
  return { code: toDeploymentCode(code.toLowerCase(), delegate), nonce: hexToBigInt(count) }
}

function toDeploymentCode(code: string, delegate: EvmAddress): DeploymentStatus['code'] {
  if (code === '0x') return 'none'
  if (code === buildDelegationCode(delegate).toLowerCase()) return 'delegate'
  return code.startsWith('0xef0100') ? 'elsewhere' : 'contract'
}

/**
 * Why an EIP-7702 account would not run our contract when its operation executes. An account that
 * is already delegated needs no authorization; one that is supplied is ignored.
 *
 * @returns Undefined if it would, and for other kinds of account.
 * @throws ChainUnavailableError if the chain does not answer. Source: wire, "What is signed".
 */
export async function checkDelegation(
  { userOp, delegation }: EvmChainOperation,
  { account, chain, client }: { account: Account; chain: EvmNetworkChain; client: EvmClient },
): Promise<DelegationError | undefined> {
  if (getAccountKind(account) !== 'eip7702') return undefined
  const { delegate } = chain.contracts
  const { code, nonce } = await readDeploymentStatus(client, { account: userOp.sender, delegate })
  if (code === 'delegate') return undefined
  if (code !== 'none')
    return {
      kind: 'elsewhere',
      message: `${userOp.sender} is delegated to another contract on ${chain.chainId}.`,
    }
  if (!delegation)
    return {
      kind: 'unfit',
      message: `${userOp.sender} is not delegated on ${chain.chainId} any more: ask for a new quote.`,
    }
  const { signature } = delegation
  const message = signature
    ? await findAuthorizationError(signature, {
        account: userOp.sender,
        delegate,
        chainNumber: client.chainNumber,
        nonce,
      })
    : 'The authorization is not signed.'
  return message === undefined ? undefined : { kind: 'unfit', message }
}
