import type { ErrorCode } from '#protocol/status/errors.ts'
import type { Caller } from '../../caller.ts'
import { ServiceError } from '../../ServiceError.ts'

/** Times that one client may have the same quote refused; signing again after a mistake takes one or two. */
const maxQuoteErrors = 10
/** How long a refusal is remembered, milliseconds: longer than quotes live. */
const retentionMs = 120_000
/** Quotes that are remembered; the first is forgotten for one more. */
const maxQuotes = 10_000

/** What looking again at the same quote costs as much again for, and rarely changes. */
const cachedCodes: ReadonlySet<ErrorCode> = new Set([
  'INVALID_SIGNATURE',
  'DELEGATION-001',
  'QUOTE_TAMPERED',
  'ADDRESS_MISMATCH',
  'INSUFFICIENT_BALANCE',
  'SIMULATION_FAILED',
])

/** Counts how often quotes are refused; see {@link createQuoteErrorCache}. */
export type QuoteErrorCache = ReturnType<typeof createQuoteErrorCache>

/**
 * Makes the count of refusals by client and quote. Whoever has one sealed quote could otherwise have it looked at
 * without end, with other signatures each time: recovering who made them is what costs most of all that is
 * asked. A new quote waits for its turn behind those of others.
 *
 * @param options.most - Refusals after which a quote is not looked at again.
 * @param options.now - Milliseconds.
 */
export function createQuoteErrorCache({
  most = maxQuoteErrors,
  now = () => performance.now(),
}: { most?: number | undefined; now?: () => number } = {}) {
  const refused = new Map<string, { count: number; untilMs: number }>()

  /** @throws ServiceError RATE_LIMITED when this client had it refused too often. */
  function check(of: Caller & { quoteId: string }): void {
    const { count = 0, untilMs = 0 } = refused.get(toCallerKey(of)) ?? {}
    if (count < most || untilMs <= now()) return
    throw new ServiceError(
      'RATE_LIMITED',
      `This quote was refused ${most} times: ask for a new one, and sign that.`,
      { retryAfterSeconds: Math.ceil((untilMs - now()) / 1_000) },
    )
  }

  function note(of: Caller & { quoteId: string }, error: unknown): void {
    if (!(error instanceof ServiceError) || !cachedCodes.has(error.code)) return
    const key = toCallerKey(of)
    const { count = 0 } = refused.get(key) ?? {}
    const [oldest] = refused.keys()
    if (oldest !== undefined && refused.size >= maxQuotes) refused.delete(oldest)
    refused.set(key, { count: count + 1, untilMs: now() + retentionMs })
  }

  return {
    /**
     * Does what a client asks with a quote, unless that was refused too often.
     *
     * @throws ServiceError RATE_LIMITED, and whatever `work` throws.
     */
    async run<Answer>(
      of: Caller & { quoteId: string },
      work: () => Promise<Answer>,
    ): Promise<Answer> {
      check(of)
      try {
        return await work()
      } catch (error) {
        note(of, error)
        throw error
      }
    },
  }
}

/** Visitors of one dashboard share its key. */
function toCallerKey({ apiKey = '', visitor = '', quoteId }: Caller & { quoteId: string }): string {
  return JSON.stringify([apiKey, visitor, quoteId])
}
