import { z } from 'zod/mini'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { AccountAddress } from '#protocol/ids/caip.ts'
import { cleanName } from '#protocol/ids/cleanName.ts'
import { listOf, persisted, usePersisted } from '../../../persisted.ts'

/** Longest name of an account, in characters. */
export const maxAccountNameLength = 40
/** Longest list of addresses that are only looked at. */
export const maxWatched = 20
/** Longest order that is kept. */
const maxOrder = 200

/** Names without those that are none. */
const Names = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((names): Record<string, string> =>
    Object.fromEntries(
      Object.entries(names).flatMap(([address, name]) => {
        const given = typeof name === 'string' ? cleanName(name, maxAccountNameLength) : ''
        return given === '' ? [] : [[address, given]]
      }),
    ),
  ),
)
/** How the user keeps the list of accounts; by {@link toAddressKey}. It stays in this browser. */
export const AccountList = z.object({
  /** Names that the user gave. */
  names: z.catch(Names, {}),
  /** The order that the user gave; accounts that are not in it come after it. */
  order: z.catch(listOf(z.string()), []),
  /** Addresses that are only looked at. */
  watched: z.catch(listOf(AccountAddress), []),
})
export type AccountList = z.output<typeof AccountList>

const kept = persisted('estuary.accountList', AccountList, AccountList.parse({}))

/** The list of accounts as the user keeps it, up to date with changes by this tab and others. */
export function useAccountList(): AccountList {
  return usePersisted(kept)
}

/** Gives an account a name; none takes the given name away. */
export function renameAccount(address: AccountAddress, name: string): void {
  const { names, ...list } = kept.get()
  const { [toAddressKey(address)]: _, ...others } = names
  const given = cleanName(name, maxAccountNameLength)
  const named = given === '' ? others : { ...others, [toAddressKey(address)]: given }
  kept.set({ ...list, names: named })
}

/** Sets the order of the accounts. */
export function orderAccounts(addresses: readonly string[]): void {
  kept.set({ ...kept.get(), order: addresses.slice(0, maxOrder).map((one) => toAddressKey(one)) })
}

/** Keeps an address to look at in the list, or no longer. */
export function setWatched(address: AccountAddress, isWatched: boolean): void {
  const list = kept.get()
  const others = list.watched.filter((one) => toAddressKey(one) !== toAddressKey(address))
  const watched = isWatched ? [...others, address].slice(-maxWatched) : others
  kept.set({ ...list, watched })
}

/** Sorts by the order that the user gave; what is not in it keeps its place after that. */
export function sortByOrder<Item extends { address: AccountAddress }>(
  items: readonly Item[],
  { order }: Pick<AccountList, 'order'>,
): readonly Item[] {
  function rank({ address }: Item): number {
    const index = order.indexOf(toAddressKey(address))
    return index === -1 ? order.length : index
  }
  return items.toSorted((a, b) => rank(a) - rank(b))
}
