import { isSameAddress } from '#protocol/ids/caip.ts'
import {
  type AccountChoice,
  isSameJoined,
  type JoinedAccount,
  maxAccounts,
} from './accountChoice.ts'

/** An EVM account of the list, and whether it is paid from. The active one always is. */
export type AccountEntry = JoinedAccount & { isFunding: boolean }

/** The account of an entry, without what is chosen about it. */
export type EntryId = Pick<JoinedAccount, 'owner' | 'kind'>

/** The accounts of a choice as one list: the active one first, those not paid from last. */
export function toEntries(
  { main, also, joined, listed = [] }: AccountChoice,
  own: Pick<JoinedAccount, 'owner' | 'wallet'>,
): readonly [AccountEntry, ...AccountEntry[]] {
  return [
    { ...own, kind: main, isFunding: true },
    ...also.map((kind) => ({ ...own, kind, isFunding: true })),
    ...joined.map((one) => ({ ...one, isFunding: true })),
    ...listed.map((one) => ({ ...one, isFunding: false })),
  ]
}

/**
 * The choice of the first entry's key that a list stands for. No entry is lost: what does not fit
 * into the set of {@link maxAccounts} stays in the list and is not paid from.
 */
export function toChoice(entries: readonly [AccountEntry, ...AccountEntry[]]): AccountChoice {
  const [{ owner, kind }, ...others] = entries
  const wanted = others.filter(({ isFunding }) => isFunding)
  function isOwn(one: EntryId): boolean {
    return isSameAddress(one.owner, owner)
  }
  const own = wanted.filter(isOwn)
  const joined = wanted.filter((one) => !isOwn(one)).slice(0, maxAccounts - 1 - own.length)
  const members = [...own, ...joined]
  return {
    main: kind,
    also: own.map((one) => one.kind),
    joined: joined.map(toAccount),
    listed: others.filter((one) => !members.includes(one)).map(toAccount),
  }
}

/**
 * Makes an account the active one. A single account that was paid from gives its place up; several
 * stay together, with this one among them, unless it is to be `isAlone`.
 */
export function activateEntry(
  entries: readonly AccountEntry[],
  { id, isAlone = false }: { id: EntryId; isAlone?: boolean },
): readonly [AccountEntry, ...AccountEntry[]] | undefined {
  const found = entries.find((one) => isSameJoined(one, id))
  if (!found) return undefined
  const others = entries.filter((one) => one !== found)
  const isTogether = !isAlone && entries.filter(({ isFunding }) => isFunding).length > 1
  return [
    { ...found, isFunding: true },
    ...others.map((one) => ({ ...one, isFunding: isTogether && one.isFunding })),
  ]
}

/** Pays from an account too, or no longer; the active one stays as it is. */
export function setFunding(
  [active, ...others]: readonly [AccountEntry, ...AccountEntry[]],
  { id, isFunding }: { id: EntryId; isFunding: boolean },
): readonly [AccountEntry, ...AccountEntry[]] {
  return [active, ...others.map((one) => (isSameJoined(one, id) ? { ...one, isFunding } : one))]
}

/** Takes an account off the list; the active one stays. */
export function removeEntry(
  [active, ...others]: readonly [AccountEntry, ...AccountEntry[]],
  id: EntryId,
): readonly [AccountEntry, ...AccountEntry[]] {
  return [active, ...others.filter((one) => !isSameJoined(one, id))]
}

function toAccount({ owner, kind, wallet }: AccountEntry): JoinedAccount {
  return { owner, kind, wallet }
}
