import { z } from 'zod/mini'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { PreparedCallQuote, PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import { sessionStore } from '#dashboard/browserStores.ts'
import { parseJson } from '#dashboard/persisted.ts'
import type { ReceivedCallQuote, ReceivedCall } from '#dashboard/api/service/callQuotes.ts'
import type { SessionStore } from '#dashboard/review/signing/signatureStore.ts'

/** Account and network of a saved call; one call is kept for each. */
export type DraftKey = { network: string; account: EvmAddress }

/** A prepared call that is not executed yet, without its signatures and without any key. */
export type SavedDraft = {
  /** The form it was prepared from, as in the page's URL. */
  search: string
  /** Texts of the form that the user entered here. */
  entered: readonly string[]
  call: ReceivedCall
  /** Undefined until the call is signed and quoted. */
  quoted: ReceivedCallQuote | undefined
}

/** Result of recovering a saved call. */
export type RecoveredDraft = {
  /** The call, if it passed its checks again. */
  saved: SavedDraft | undefined
  notice: RecoveryNotice | undefined
}

/** Why something of a saved call was discarded. */
export type RecoveryNotice = 'expired' | 'quoteExpired' | 'broken'

/** Storage of calls across reloads. Whatever is read has to be verified again before use. */
export type DraftStorage = {
  /** Undefined if there is none; `broken` if the stored value is not a call. */
  read: (key: DraftKey) => SavedDraft | 'broken' | undefined
  save: (key: DraftKey, draft: SavedDraft) => void
  forget: (key: DraftKey) => void
}

const prefix = 'estuary.call.'

/** Creates a draft storage in `store`; nothing is kept without one. */
export function createDraftStorage(store?: SessionStore): DraftStorage {
  return {
    read(key) {
      const text = store?.getItem(toStorageKey(key)) ?? null
      if (text === null) return undefined
      return parseSavedDraft(text) ?? 'broken'
    },
    save(key, { search, entered, call, quoted }) {
      const { received, request, receivedAtMs } = call
      const quote = quoted && { received: quoted.received, receivedAtMs: quoted.receivedAtMs }
      const line = { search, entered, request, received, receivedAtMs, ...(quote ? { quote } : {}) }
      store?.setItem(toStorageKey(key), JSON.stringify(line))
    },
    forget: (key) => store?.removeItem(toStorageKey(key)),
  }
}

/** Calls of this tab. */
export const sessionDrafts: DraftStorage = createDraftStorage(sessionStore)

function toStorageKey({ network, account }: DraftKey): string {
  return `${prefix}${network}.${toAddressKey(account)}`
}

const Received = { received: z.unknown(), receivedAtMs: z.number() }
/** What is stored of a call. */
const Line = z.object({
  ...Received,
  search: z.string(),
  entered: z.array(z.string()),
  request: PrepareCallQuoteRequest,
  quote: z.optional(z.object(Received)),
})

function parseSavedDraft(text: string): SavedDraft | undefined {
  const line = Line.safeParse(parseJson(text)).data
  const prepared = PreparedCallQuote.safeParse(line?.received).data
  const quote = Quote.safeParse(line?.quote?.received).data
  if (!line || !prepared || (line.quote && !quote)) return undefined
  const { search, entered, request, received, receivedAtMs } = line
  const call = { prepared, received, request, receivedAtMs }
  return { search, entered, call, quoted: line.quote && quote && { ...line.quote, quote } }
}

/** Updates the storage after something of a saved call was discarded. */
export function pruneDraftStorage(
  storage: DraftStorage,
  key: DraftKey,
  { saved, notice }: RecoveredDraft,
): void {
  if (notice === undefined) return
  if (saved) storage.save(key, saved)
  else storage.forget(key)
}
