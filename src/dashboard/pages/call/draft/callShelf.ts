import { isRecord } from '#protocol/ids/isRecord.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { PreparedCallQuote, PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import type { ReceivedCallQuote } from '#dashboard/api/service/callQuote.ts'
import type { ReceivedCall } from '#dashboard/api/service/prepareCall.ts'
import type { SessionStore } from '#dashboard/review/signing/signatureBook.ts'

/** Whose call it is, and on which network: one of each is kept. */
export type ShelfPlace = { network: string; account: EvmAddress }

/** A prepared call that is not executed yet. Signatures stand in the book, keys nowhere. */
export type KeptCall = {
  /** The form it was prepared from, as in the page's address. */
  search: string
  /** Texts of that form that were entered here. */
  entered: readonly string[]
  call: ReceivedCall
  /** Undefined until it was signed and quoted. */
  quoted: ReceivedCallQuote | undefined
}

/** What of a call has to survive a reload; what is read from it is verified again before use. */
export type CallShelf = {
  /** Undefined when there is none; `broken` when what stands there is no call. */
  read: (place: ShelfPlace) => KeptCall | 'broken' | undefined
  keep: (place: ShelfPlace, kept: KeptCall) => void
  forget: (place: ShelfPlace) => void
}

const prefix = 'estuary.call.'

/** A shelf in `store`; one that cannot be written keeps nothing. */
export function createCallShelf(store?: SessionStore): CallShelf {
  return {
    read(place) {
      const text = store?.getItem(keyOf(place)) ?? null
      if (text === null) return undefined
      return parseKept(text) ?? 'broken'
    },
    keep(place, { search, entered, call, quoted }) {
      const { received, request, receivedAtMs } = call
      const quote = quoted && { received: quoted.received, receivedAtMs: quoted.receivedAtMs }
      const line = { search, entered, request, received, receivedAtMs, ...(quote ? { quote } : {}) }
      try {
        store?.setItem(keyOf(place), JSON.stringify(line))
      } catch {
        // The store is full or forbidden: a reload prepares it again.
      }
    },
    forget: (place) => store?.removeItem(keyOf(place)),
  }
}

/** Calls of this tab. */
export const sessionShelf: CallShelf = createCallShelf(
  typeof sessionStorage === 'undefined' ? undefined : sessionStorage,
)

function keyOf({ network, account }: ShelfPlace): string {
  return `${prefix}${network}.${toAddressKey(account)}`
}

function parseKept(text: string): KeptCall | undefined {
  const { search, entered, request, received, receivedAtMs, quote } = recordIn(text)
  const asked = PrepareCallQuoteRequest.safeParse(request)
  const prepared = PreparedCallQuote.safeParse(received)
  if (typeof search !== 'string' || !isTime(receivedAtMs)) return undefined
  if (!asked.success || !prepared.success) return undefined
  const quoted = quote === undefined ? undefined : parseQuote(quote)
  if (quoted === 'broken') return undefined
  const call = { prepared: prepared.data, received, request: asked.data, receivedAtMs }
  return { search, entered: textsIn(entered), call, quoted }
}

function textsIn(json: unknown): readonly string[] {
  return Array.isArray(json) ? json.filter((one) => typeof one === 'string') : []
}

function parseQuote(json: unknown): ReceivedCallQuote | 'broken' {
  const { received, receivedAtMs } = isRecord(json) ? json : {}
  const quote = Quote.safeParse(received)
  if (!quote.success || !isTime(receivedAtMs)) return 'broken'
  return { quote: quote.data, received, receivedAtMs }
}

function recordIn(text: string): Record<string, unknown> {
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
