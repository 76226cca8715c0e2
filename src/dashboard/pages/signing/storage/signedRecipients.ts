import { toAddressKey } from '#protocol/accounts/account.ts'
import { AccountAddress, isSameAddress, parseRecipient } from '#protocol/ids/caip.ts'
import type { QuoteRequest } from '#protocol/quotes/quote.ts'
import { localStore } from '#dashboard/browserStores.ts'
import type { BrowserStorage } from './quoteStorage.ts'

/** A recipient other than the user, and the accounts that paid it with signatures given here. */
type SignedRecipient = { recipient: AccountAddress; payers: readonly AccountAddress[] }

const key = 'estuary.recipients'
/** The oldest are dropped: each typed address is compared with all of them. */
const maxRecipients = 500

/**
 * Saves the recipient of a fully signed quote. It comes from the user's request, never from the
 * service, whose own list could contain any address (address poisoning).
 *
 * @param payers - The accounts that signed.
 */
export function saveSignedRecipient(
  { request, payers }: { request: QuoteRequest; payers: readonly AccountAddress[] },
  store: BrowserStorage = localStore,
): void {
  const recipient = parseRecipient(request.to.account ?? '')?.address
  const isOwn = request.from.accounts.some(({ accountAddress }) =>
    isSameAddress(accountAddress, recipient ?? ''),
  )
  if (recipient === undefined || isOwn) return
  const known = readStored(store)
  const before = known.find((one) => isSameAddress(one.recipient, recipient))
  const others = known.filter((one) => one !== before)
  const all = [...payers, ...(before?.payers ?? [])].map(toAddressKey)
  const entry = { recipient, payers: [...new Set(all)] }
  store.setItem(key, JSON.stringify([entry, ...others].slice(0, maxRecipients)))
}

/** Returns recipients that any of these accounts paid from this browser, latest first. */
export function readSignedRecipients(
  payers: readonly AccountAddress[],
  store: BrowserStorage = localStore,
): readonly AccountAddress[] {
  return readStored(store)
    .filter((one) => one.payers.some((payer) => payers.some((own) => isSameAddress(own, payer))))
    .map(({ recipient }) => recipient)
}

function readStored(store: BrowserStorage): readonly SignedRecipient[] {
  try {
    const json: unknown = JSON.parse(store.getItem(key) ?? '[]')
    return Array.isArray(json) ? json.flatMap(parseSignedRecipient) : []
  } catch {
    // Not written by this app.
    return []
  }
}

function parseSignedRecipient(json: unknown): SignedRecipient[] {
  if (typeof json !== 'object' || json === null) return []
  const fields: Record<string, unknown> = { ...json }
  const recipient = AccountAddress.safeParse(fields['recipient'])
  const payers: readonly unknown[] = Array.isArray(fields['payers']) ? fields['payers'] : []
  if (!recipient.success) return []
  return [
    {
      recipient: recipient.data,
      payers: payers.flatMap((payer) => AccountAddress.safeParse(payer).data ?? []),
    },
  ]
}
