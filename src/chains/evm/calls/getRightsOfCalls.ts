import type { EvmNetworkChain } from '#networks/network.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { decodeBatch } from '../operation/batch.ts'
import { decodeOperation } from '../operation/decodeOperation.ts'
import { type Right, getWatchedRights } from './findRights.ts'
import type { UserOp } from '../operation/userOperation.ts'

/**
 * The rights that the operation of a contract call could give away, read from its own call data:
 * what the owner's calls name. Guard, loan and exact approvals are ours, and named nowhere else.
 *
 * @param options.tokens - Token contracts of the network on this chain.
 * Source: security rule 14.
 */
export function getRightsOfCalls(
  { sender: account, callData }: Pick<UserOp, 'sender' | 'callData'>,
  { chain, tokens }: { chain: EvmNetworkChain; tokens: readonly EvmAddress[] },
): readonly Right[] {
  const facts = decodeOperation(callData) ?? []
  const { validityGuard, destinationSettler } = chain.contracts
  const calls = (decodeBatch(callData) ?? []).filter(({ to }, index) => {
    const isOurs = isSameAddress(to, validityGuard) || isSameAddress(to, destinationSettler)
    return !isOurs && facts[index]?.kind !== 'approval'
  })
  return getWatchedRights({ account, calls, tokens })
}
