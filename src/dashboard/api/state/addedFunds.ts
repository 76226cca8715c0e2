import { z } from 'zod/mini'
import { useMemo } from 'react'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { AmountText } from '#protocol/ids/amount.ts'
import { AccountAddress, AssetType } from '#protocol/ids/caip.ts'
import { listOf, persisted, usePersisted } from '../../persisted.ts'

const AddedFunds = z.object({
  account: AccountAddress,
  /** Unix milliseconds. */
  atMs: z.number(),
  source: z.enum(['wallet', 'faucet']),
  /** `hash` is the transaction; undefined where the wallet does not say it. */
  parts: z.array(
    z.object({ assetType: AssetType, amount: AmountText, hash: z.optional(z.string()) }),
  ),
})
/** Funds that this browser moved into an account, once they were there; no execution tells of them. */
export type AddedFunds = z.output<typeof AddedFunds>

const kept = persisted('estuary.addedFunds', listOf(AddedFunds), [])
const maxKept = 50

/** Keeps funds that have just arrived; the oldest are dropped. */
export function keepAddedFunds(added: AddedFunds): void {
  if (added.parts.length > 0) kept.set([added, ...kept.get()].slice(0, maxKept))
}

/** {@link keepAddedFunds} of what a faucet gave. */
export function keepTestFunds(given: readonly Pick<AddedFunds, 'account' | 'parts'>[]): void {
  for (const one of given) keepAddedFunds({ ...one, atMs: Date.now(), source: 'faucet' })
}

/** What this browser moved into these accounts, newest first; follows other tabs. */
export function useAddedFunds(accounts: readonly string[]): readonly AddedFunds[] {
  const all = usePersisted(kept)
  const own = accounts.map(toAddressKey).join()
  return useMemo(
    () => all.filter(({ account }) => own.split(',').includes(toAddressKey(account))),
    [all, own],
  )
}
