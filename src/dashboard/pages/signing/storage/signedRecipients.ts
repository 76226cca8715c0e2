import { z } from 'zod/mini'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { AccountAddress, isSameAddress, parseRecipient } from '#protocol/ids/caip.ts'
import type { QuoteRequest } from '#protocol/quotes/quote.ts'
import { listOf, persisted } from '#dashboard/persisted.ts'

/** A recipient other than the user, and the accounts that paid it with signatures given here. */
const SignedRecipient = z.object({ recipient: AccountAddress, payers: listOf(AccountAddress) })
const kept = persisted('estuary.recipients', listOf(SignedRecipient), [])
/** The oldest are dropped: each typed address is compared with all of them. */
const maxRecipients = 500

/**
 * Saves the recipient of a fully signed quote. It comes from the user's request, never from the
 * service, whose own list could contain any address (address poisoning).
 *
 * @param payers - The accounts that signed.
 */
export function saveSignedRecipient({
  request,
  payers,
}: {
  request: QuoteRequest
  payers: readonly AccountAddress[]
}): void {
  const recipient = parseRecipient(request.to.account ?? '')?.address
  const isOwn = request.from.accounts.some(({ accountAddress }) =>
    isSameAddress(accountAddress, recipient ?? ''),
  )
  if (recipient === undefined || isOwn) return
  const known = kept.get()
  const before = known.find((one) => isSameAddress(one.recipient, recipient))
  const others = known.filter((one) => one !== before)
  const all = [...payers, ...(before?.payers ?? [])].map(toAddressKey)
  const entry = { recipient, payers: [...new Set(all)] }
  kept.set([entry, ...others].slice(0, maxRecipients))
}

/** Returns recipients that any of these accounts paid from this browser, latest first. */
export function readSignedRecipients(payers: readonly AccountAddress[]): readonly AccountAddress[] {
  return kept
    .get()
    .filter((one) => one.payers.some((payer) => payers.some((own) => isSameAddress(own, payer))))
    .map(({ recipient }) => recipient)
}
