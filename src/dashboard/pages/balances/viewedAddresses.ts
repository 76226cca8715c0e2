import { z } from 'zod/mini'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { AccountAddress } from '#protocol/ids/caip.ts'
import { listOf, persisted, usePersisted } from '../../persisted.ts'

const ViewedAddress = z.object({ address: AccountAddress, name: z.optional(z.string()) })
/** An address that was looked at, and the name that it was found by. */
export type ViewedAddress = z.output<typeof ViewedAddress>

const kept = persisted('estuary.viewed', listOf(ViewedAddress), [])
const maxViewed = 5

/** The addresses that this browser looked at last, newest first; follows other tabs. */
export function useViewedAddresses(): readonly ViewedAddress[] {
  return usePersisted(kept)
}

/** Keeps an address as the one looked at last. */
export function keepViewed(viewed: ViewedAddress): void {
  kept.set([viewed, ...getOthers(viewed)].slice(0, maxViewed))
}

/** Forgets an address that was looked at, or all of them. */
export function forgetViewed(viewed?: ViewedAddress): void {
  kept.set(viewed === undefined ? [] : getOthers(viewed))
}

function getOthers({ address }: ViewedAddress): ViewedAddress[] {
  return kept.get().filter((one) => toAddressKey(one.address) !== toAddressKey(address))
}
