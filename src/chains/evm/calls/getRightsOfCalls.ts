import type { EvmNetworkChain } from '#networks/network.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { decodeBatch } from '../operation/batch.ts'
import { decodeOperation } from '../operation/decodeOperation.ts'
import { type Right, getWatchedRights } from './findRights.ts'
import type { UserOp } from '../operation/userOperation.ts'

/**
 * Returns the rights an operation's calls could grant, from its call data: those its owner's calls
 * refer to. The service's own calls (guard, loan, exact approvals) are left out.
 *
 * @param options.tokens - Token contracts of the network on this chain. Source: security rule 14.
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
