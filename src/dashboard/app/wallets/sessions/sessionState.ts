import { EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { SessionKeys } from '../../../api/chains/sessionKeys.ts'

const noKey = `0x${'00'.repeat(20)}`

/** What can be said about the session keys of an account, and done with them. */
export type SessionState = 'reading' | 'unknown' | 'undeployed' | 'readable' | 'changeable'

/** The state of an account's session keys; `keys` is undefined while nothing has been read. */
export function findSessionState(
  keys: SessionKeys | undefined,
  of: { isPending: boolean; isOwn: boolean },
): SessionState {
  if (of.isPending) return 'reading'
  if (!keys || keys.size === 0) return 'unknown'
  if ([...keys.values()].every((key) => key === undefined)) return 'undeployed'
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
