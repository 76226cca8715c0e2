import { OriginToken, type Quote, QuoteFees } from '#protocol/quotes/quote.ts'
import { HistoryRecord } from '#protocol/status/status.ts'
import { type BrowserStorage, createQuoteStorage } from './quoteStorage.ts'

/** Amounts of a quote that this browser verified and signed. */
export type SignedAmounts = Pick<HistoryRecord, 'originToken' | 'destinationToken' | 'fees'> & {
  /** Unix milliseconds; undefined in records older than this field. */
  signedAtMs?: number | undefined
  /** Unix seconds after which nothing of it can run; undefined if an operation has no expiry. */
  validUntil?: number | undefined
}

function parseMoment(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? Number(value) : undefined
}

/** For older quotes the history shows the service's amounts, and their pages read the chains. */
const storageOptions = { key: 'estuary.signedAmounts', maxQuotes: 200 }

/** Saves the amounts of a quote once it is fully signed. */
export function saveSignedAmounts(
  quote: Quote,
  when: Pick<SignedAmounts, 'signedAtMs' | 'validUntil'>,
  store?: BrowserStorage,
): void {
  const { id, originToken, destinationToken, fees } = quote
  createQuoteStorage(storageOptions, store).save(id, {
    originToken,
    destinationToken,
    fees,
    ...when,
  })
}

/** Returns the amounts that this browser signed, by quote id. */
export function readSignedAmounts(store?: BrowserStorage): ReadonlyMap<string, SignedAmounts> {
  return new Map(
    createQuoteStorage(storageOptions, store)
      .read()
      .flatMap(([id, value]) => {
        const line: Record<string, unknown> = { ...Object(value) }
        const { originToken, destinationToken, signedAtMs, validUntil } = line
        const fees = QuoteFees.safeParse(line['fees']).data
        const paid = OriginToken.safeParse(originToken).data
        const received = HistoryRecord.shape.destinationToken.safeParse(destinationToken).data
        if (!paid || !received) return []
        const amounts: SignedAmounts = {
          originToken: paid,
          destinationToken: received,
          // Not in records older than this field: then those of the service stay.
          ...(fees && { fees }),
          signedAtMs: parseMoment(signedAtMs),
          validUntil: parseMoment(validUntil),
        }
        return [[String(id), amounts] as const]
      }),
  )
}
