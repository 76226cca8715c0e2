import { useMemo } from 'react'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { AccountAddress } from '#protocol/ids/caip.ts'
import { cleanName } from '#protocol/ids/cleanName.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { readJson, writeJson } from '../../../storedJson.ts'
import { useStoredText } from '../../../storedText.ts'

/** How the user keeps the list of accounts; by {@link toAddressKey}. It stays in this browser. */
export type AccountList = {
  /** Names that the user gave. */
  names: Readonly<Record<string, string>>
  /** The order that the user gave; accounts that are not in it come after it. */
  order: readonly string[]
  /** Addresses that are only looked at. */
  watched: readonly AccountAddress[]
}

const key = 'estuary.accountList'
/** Longest name of an account, in characters. */
export const maxAccountNameLength = 40
/** Longest list of addresses that are only looked at. */
export const maxWatched = 20
/** Longest order that is kept. */
const maxOrder = 200

/** The list of accounts as the user keeps it, up to date with changes by this tab and others. */
export function useAccountList(): AccountList {
  const text = useStoredText(key)
  return useMemo(() => parseAccountList(text === null ? null : readJson(key)), [text])
}

/** Gives an account a name; none takes the given name away. */
export function renameAccount(address: AccountAddress, name: string): void {
  const { names, ...list } = readAccountList()
  const { [toAddressKey(address)]: _, ...others } = names
  const given = cleanName(name, maxAccountNameLength)
  const named = given === '' ? others : { ...others, [toAddressKey(address)]: given }
  writeAccountList({ ...list, names: named })
}

/** Sets the order of the accounts. */
export function orderAccounts(addresses: readonly string[]): void {
  writeAccountList({ ...readAccountList(), order: addresses.map((one) => toAddressKey(one)) })
}

/** Keeps an address to look at in the list, or no longer. */
export function setWatched(address: AccountAddress, isWatched: boolean): void {
  const list = readAccountList()
  const others = list.watched.filter((one) => toAddressKey(one) !== toAddressKey(address))
  const watched = isWatched ? [...others, address].slice(-maxWatched) : others
  writeAccountList({ ...list, watched })
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

/** Reads a stored list; what is none of it is left out. */
export function parseAccountList(stored: unknown): AccountList {
  const { names, order, watched } = isRecord(stored) ? stored : {}
  return {
    names: Object.fromEntries(
      Object.entries(isRecord(names) ? names : {}).flatMap(([address, name]) => {
        const given = typeof name === 'string' ? cleanName(name, maxAccountNameLength) : ''
        return given === '' ? [] : [[address, given]]
      }),
    ),
    order: toList(order)
      .filter((one) => typeof one === 'string')
      .slice(0, maxOrder),
    watched: toList(watched)
      .flatMap((one) => AccountAddress.safeParse(one).data ?? [])
      .slice(-maxWatched),
  }
}

function readAccountList(): AccountList {
  return parseAccountList(readJson(key))
}

function writeAccountList(list: AccountList): void {
  writeJson(key, list)
  // Browsers send this event to other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
