import type { Quote } from '#protocol/quote.ts'
import { OriginToken } from '#protocol/quote.ts'
import { HistoryRecord } from '#protocol/status.ts'
import { type LineStore, quoteLines } from './quoteLines.ts'

/** What was to be paid and received by a quote that this browser verified and signed. */
export type SignedAmounts = Pick<HistoryRecord, 'originToken' | 'destinationToken'>

/** Older ones are as the service says, and read from the chains on their pages. */
const kept = { key: 'estuary.signedAmounts', most: 200 }

/** Keeps the amounts of a quote, once all of it is signed. */
export function keepSignedAmounts(quote: Quote, store?: LineStore): void {
  const { id, originToken, destinationToken } = quote
  quoteLines(kept, store).keep(id, { originToken, destinationToken })
}

/** What this browser signed, by the ids of the quotes. */
export function readSignedAmounts(store?: LineStore): ReadonlyMap<string, SignedAmounts> {
  return new Map(
    quoteLines(kept, store)
      .read()
      .flatMap(([id, value]) => {
        const { originToken, destinationToken }: Record<string, unknown> = { ...Object(value) }
        const paid = OriginToken.safeParse(originToken).data
        const received = HistoryRecord.shape.destinationToken.safeParse(destinationToken).data
        return paid && received
          ? [[String(id), { originToken: paid, destinationToken: received }] as const]
          : []
      }),
  )
}
