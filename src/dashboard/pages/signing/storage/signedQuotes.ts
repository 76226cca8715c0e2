import { z } from 'zod/mini'

import { Hash } from '#protocol/ids/hex.ts'
import { Call } from '#protocol/quotes/callQuote.ts'
import { OriginToken, type Quote, QuoteFees } from '#protocol/quotes/quote.ts'
import type { SignedQuote } from '#protocol/status/receipt.ts'
import { HistoryRecord } from '#protocol/status/status.ts'
import { listOf, persisted } from '#dashboard/persisted.ts'

/** Amounts of a quote that this browser verified and signed. */
const SignedAmounts = z.object({
  originToken: OriginToken,
  destinationToken: HistoryRecord.shape.destinationToken,
  fees: z.optional(QuoteFees),
  /** Unix milliseconds. */
  signedAtMs: z.optional(z.int()),
  /** Unix seconds after which nothing of it can run; undefined if an operation has no expiry. */
  validUntil: z.optional(z.int()),
})
export type SignedAmounts = z.output<typeof SignedAmounts>

/** A contract call sent from this browser, with data that the service does not report. */
const SentCall = z.object({
  /** Id of its deposits, to find them without the service; undefined if nothing is lent. */
  prepareId: z.optional(Hash),
  calls: z.array(Call).check(z.minLength(1)),
  /** Functions and errors of the user's ABIs, each in one or more lines. */
  abis: z.array(z.string()),
  /** The form, as in the page's URL. */
  search: z.string(),
})
export type SentCall = z.output<typeof SentCall>

/** For older quotes the history shows the service's amounts, and their pages read the chains. */
const amounts = keepByQuote('estuary.signedAmounts', SignedAmounts, 200)
/** Older calls are only read from the chains. */
const calls = keepByQuote('estuary.sentCalls', SentCall, 40)
/** Older executions have receipts without what was signed. */
const quotes = keepByQuote('estuary.signedQuotes', z.unknown(), 40)

/** Saves the amounts of a quote once it is fully signed. */
export function saveSignedAmounts(
  { id, originToken, destinationToken, fees }: Quote,
  when: Pick<SignedAmounts, 'signedAtMs' | 'validUntil'>,
): void {
  amounts.save(id, { originToken, destinationToken, fees, ...when })
}

/** Returns the amounts that this browser signed, by quote id. */
export function readSignedAmounts(): ReadonlyMap<string, SignedAmounts> {
  return amounts.read()
}

/** Saves a call under its quote's id. */
export function saveSentCall(quoteId: Hash, call: SentCall): void {
  calls.save(quoteId, call)
}

/** Returns the calls sent from this browser, by quote id. */
export function readSentCalls(): ReadonlyMap<string, SentCall> {
  return calls.read()
}

/** Saves a quote with everything that was signed of it, for its receipt. */
export function saveSignedQuote(quoteId: string, signed: SignedQuote): void {
  quotes.save(quoteId, signed)
}

/**
 * Returns what was saved of a quote, unchecked; undefined if this browser did not sign it. Its
 * schema is loaded with the page that reads it.
 */
export function readSavedQuote(quoteId: string): unknown {
  return quotes.read().get(quoteId)
}

/** Keeps a value for each of the latest quotes under one key; the oldest are dropped. */
function keepByQuote<value>(key: string, schema: z.ZodMiniType<value>, maxQuotes: number) {
  const kept = persisted(key, listOf(z.tuple([z.string(), schema])), [])
  return {
    save(quoteId: string, value: value): void {
      const others = kept.get().filter(([id]) => id !== quoteId)
      kept.set([[quoteId, value] satisfies [string, value], ...others].slice(0, maxQuotes))
    },
    /** Latest first. */
    read: () => new Map(kept.get()),
  }
}
