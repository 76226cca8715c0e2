import { type ChainId, type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { readEvmAddress } from '#protocol/ids/pastedAddress.ts'
import type { TransactionProgress } from '../../../api/chains/receipt.ts'
import type { SessionKeys } from '../../../api/chains/sessionKeys.ts'

const noKey = `0x${'00'.repeat(20)}`

/**
 * What can be said about the session keys of an account, and done with them. `undeployedSoFar`: the
 * account stands on none of the chains that answered, and others did not answer.
 */
export type SessionState =
  | 'reading'
  | 'unknown'
  | 'undeployed'
  | 'undeployedSoFar'
  | 'readable'
  | 'changeable'

/** The state of an account's session keys; `keys` is undefined while nothing has been read. */
export function findSessionState(
  keys: SessionKeys | undefined,
  of: { isPending: boolean; isOwn: boolean; chains: readonly ChainId[] },
): SessionState {
  if (of.isPending) return 'reading'
  if (!keys || keys.size === 0) return 'unknown'
  if ([...keys.values()].every((key) => key === undefined))
    return findSilent(keys, of.chains).length > 0 ? 'undeployedSoFar' : 'undeployed'
  return of.isOwn ? 'changeable' : 'readable'
}

/** The chains that did not say who may sign; none before any was read. */
export function findSilent(
  keys: SessionKeys | undefined,
  chains: readonly ChainId[],
): readonly ChainId[] {
  return keys ? chains.filter((chainId) => !keys.has(chainId)) : []
}

/** Whether a session key is one besides the owner's. */
export function isAnotherKey(session: EvmAddress, owner: EvmAddress): boolean {
  return session !== noKey && !isSameAddress(session, owner)
}

/** The chains on which another key may sign: taking it back is a transaction on each of them. */
export function findAllowed(
  keys: readonly { chainId: ChainId; session: EvmAddress }[],
  owner: EvmAddress,
): readonly ChainId[] {
  return keys.flatMap(({ chainId, session }) => (isAnotherKey(session, owner) ? [chainId] : []))
}

/** The typed key; undefined for no address, for none, and for those that sign or hold anyway. */
export function readSessionCandidate(
  typed: string,
  taken: readonly EvmAddress[],
): EvmAddress | undefined {
  const data = readEvmAddress(typed)
  if (data === undefined || data === noKey) return undefined
  return taken.some((one) => isSameAddress(one, data)) ? undefined : data
}

/** What a change of a session key waits for. */
export type SwitchStep = 'idle' | 'asking' | 'sent'

/** What a change waits for; after a refusal by the chain it can be tried again. */
export function findSwitchStep(of: {
  isAsking: boolean
  isSent: boolean
  outcome: TransactionProgress | undefined
}): SwitchStep {
  if (of.isAsking) return 'asking'
  return of.isSent && (of.outcome ?? 'waiting') === 'waiting' ? 'sent' : 'idle'
}
