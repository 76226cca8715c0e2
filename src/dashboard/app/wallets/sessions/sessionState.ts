import { EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { TransactionProgress } from '../../../api/chains/receipt.ts'
import type { SessionKeys } from '../../../api/chains/sessionKeys.ts'

const noKey = `0x${'00'.repeat(20)}`

/** What can be said about the session keys of an account, and done with them. */
export type SessionState = 'reading' | 'unknown' | 'undeployed' | 'readable' | 'changeable'

/**
 * The state of an account's session keys; `keys` is undefined while nothing has been read.
 *
 * @param of.isPartial - A chain did not answer: that no key may sign is then not known.
 */
export function findSessionState(
  keys: SessionKeys | undefined,
  of: { isPending: boolean; isPartial: boolean; isOwn: boolean },
): SessionState {
  if (of.isPending) return 'reading'
  const isDeployed = [...(keys?.values() ?? [])].some((key) => key !== undefined)
  if (!isDeployed) return of.isPartial ? 'unknown' : 'undeployed'
  return of.isOwn ? 'changeable' : 'readable'
}

/** Whether a session key is one besides the owner's. */
export function isAnotherKey(session: EvmAddress, owner: EvmAddress): boolean {
  return session !== noKey && !isSameAddress(session, owner)
}

/** The typed key; undefined for no address, for none, and for those that sign or hold anyway. */
export function readSessionCandidate(
  typed: string,
  taken: readonly EvmAddress[],
): EvmAddress | undefined {
  const { data } = EvmAddress.safeParse(typed)
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
