import { isRecord } from '#protocol/ids/isRecord.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { PreparedCallQuote, PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import type { ReceivedCallQuote } from '#dashboard/api/service/callQuote.ts'
import type { ReceivedCall } from '#dashboard/api/service/prepareCall.ts'
import type { SessionStore } from '#dashboard/review/signing/signatureStore.ts'

/** Whose call it is, and on which network: one of each is kept. */
export type DraftKey = { network: string; account: EvmAddress }

/** A prepared call that is not executed yet. Signatures stand in the book, keys nowhere. */
export type SavedDraft = {
  /** The form it was prepared from, as in the page's address. */
  search: string
  /** Texts of that form that were entered here. */
  entered: readonly string[]
  call: ReceivedCall
  /** Undefined until it was signed and quoted. */
  quoted: ReceivedCallQuote | undefined
}

/** What of a call has to survive a reload; what is read from it is verified again before use. */
export type DraftStorage = {
  /** Undefined when there is none; `broken` when what stands there is no call. */
  read: (place: DraftKey) => SavedDraft | 'broken' | undefined
  save: (place: DraftKey, kept: SavedDraft) => void
  forget: (place: DraftKey) => void
}

const prefix = 'estuary.call.'

/** A shelf in `store`; one that cannot be written keeps nothing. */
export function createDraftStorage(store?: SessionStore): DraftStorage {
  return {
    read(place) {
      const text = store?.getItem(toStorageKey(place)) ?? null
      if (text === null) return undefined
      return parseSavedDraft(text) ?? 'broken'
    },
    save(place, { search, entered, call, quoted }) {
      const { received, request, receivedAtMs } = call
      const quote = quoted && { received: quoted.received, receivedAtMs: quoted.receivedAtMs }
      const line = { search, entered, request, received, receivedAtMs, ...(quote ? { quote } : {}) }
      try {
        store?.setItem(toStorageKey(place), JSON.stringify(line))
      } catch {
        // The store is full or forbidden: a reload prepares it again.
      }
    },
    forget: (place) => store?.removeItem(toStorageKey(place)),
  }
}

/** Calls of this tab. */
export const sessionDrafts: DraftStorage = createDraftStorage(
  typeof sessionStorage === 'undefined' ? undefined : sessionStorage,
)

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
    // Somebody else's text.
    return {}
  }
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
