import { isRecord } from '#protocol/ids/isRecord.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { PreparedCallQuote, PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import { sessionStore } from '#dashboard/browserStores.ts'
import type { ReceivedCallQuote } from '#dashboard/api/service/callQuote.ts'
import type { ReceivedCall } from '#dashboard/api/service/prepareCall.ts'
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

function parseSavedDraft(text: string): SavedDraft | undefined {
  const { search, entered, request, received, receivedAtMs, quote } = parseRecord(text)
  const asked = PrepareCallQuoteRequest.safeParse(request)
  const prepared = PreparedCallQuote.safeParse(received)
  if (typeof search !== 'string' || !isTime(receivedAtMs)) return undefined
  if (!asked.success || !prepared.success) return undefined
  const quoted = quote === undefined ? undefined : parseQuote(quote)
  if (quoted === 'broken') return undefined
  const call = { prepared: prepared.data, received, request: asked.data, receivedAtMs }
  return { search, entered: parseTexts(entered), call, quoted }
}

function parseTexts(json: unknown): readonly string[] {
  return Array.isArray(json) ? json.filter((one) => typeof one === 'string') : []
}

function parseQuote(json: unknown): ReceivedCallQuote | 'broken' {
  const { received, receivedAtMs } = isRecord(json) ? json : {}
  const quote = Quote.safeParse(received)
  if (!quote.success || !isTime(receivedAtMs)) return 'broken'
  return { quote: quote.data, received, receivedAtMs }
}

function parseRecord(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text)
    return isRecord(json) ? json : {}
  } catch {
    // Not written by this app.
    return {}
  }
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
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
