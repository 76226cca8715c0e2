import { OriginToken, type Quote } from '#protocol/quotes/quote.ts'
import { HistoryRecord } from '#protocol/status/status.ts'
import { type BrowserStorage, createQuoteStorage } from './quoteStorage.ts'

/** What was to be paid and received by a quote that this browser verified and signed. */
export type SignedAmounts = Pick<HistoryRecord, 'originToken' | 'destinationToken'> & {
  /** Unix milliseconds; undefined of those that were kept before this was. */
  signedAtMs?: number | undefined
  /** Unix seconds after which nothing of it runs any more; undefined where an operation does not say. */
  validUntil?: number | undefined
}

function parseMoment(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? Number(value) : undefined
}

/** Older ones are as the service says, and read from the chains on their pages. */
const storageOptions = { key: 'estuary.signedAmounts', maxQuotes: 200 }

/** Keeps the amounts of a quote, once all of it is signed. */
export function saveSignedAmounts(
  quote: Quote,
  when: Pick<SignedAmounts, 'signedAtMs' | 'validUntil'>,
  store?: BrowserStorage,
): void {
  const { id, originToken, destinationToken } = quote
  createQuoteStorage(storageOptions, store).save(id, { originToken, destinationToken, ...when })
}

/** What this browser signed, by the ids of the quotes. */
export function readSignedAmounts(store?: BrowserStorage): ReadonlyMap<string, SignedAmounts> {
  return new Map(
    createQuoteStorage(storageOptions, store)
      .read()
      .flatMap(([id, value]) => {
        const line: Record<string, unknown> = { ...Object(value) }
        const { originToken, destinationToken, signedAtMs, validUntil } = line
        const paid = OriginToken.safeParse(originToken).data
        const received = HistoryRecord.shape.destinationToken.safeParse(destinationToken).data
        if (!paid || !received) return []
        const amounts: SignedAmounts = {
          originToken: paid,
          destinationToken: received,
          signedAtMs: parseMoment(signedAtMs),
          validUntil: parseMoment(validUntil),
        }
        return [[String(id), amounts] as const]
      }),
  )
}
