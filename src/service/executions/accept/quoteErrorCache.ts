import type { ErrorCode } from '#protocol/status/errors.ts'
import type { Caller } from '../../caller.ts'
import { ServiceError } from '../../ServiceError.ts'

/** Errors one client may get for the same quote; signing again after a mistake takes one or two. */
const maxQuoteErrors = 10
/** How long errors are remembered, milliseconds: longer than quotes live. */
const retentionMs = 120_000
/** Most quotes remembered; the oldest is dropped for a new one. */
const maxQuotes = 10_000

/** Errors that are expensive to find again, and rarely change for the same quote. */
const cachedCodes: ReadonlySet<ErrorCode> = new Set([
  'INVALID_SIGNATURE',
  'DELEGATION-001',
  'QUOTE_TAMPERED',
  'ADDRESS_MISMATCH',
  'INSUFFICIENT_BALANCE',
  'SIMULATION_FAILED',
])

/** Counts errors by client and quote; see {@link createQuoteErrorCache}. */
export type QuoteErrorCache = ReturnType<typeof createQuoteErrorCache>

/**
 * Creates a count of errors by client and quote. Otherwise an attacker with one signed quote could
 * submit it without end, with other signatures each time, and recovering signers is the most
 * expensive part of a request. A new quote has to wait behind those of other clients.
 *
 * @param options.most - Errors after which a quote is not checked again.
 * @param options.now - Current time in milliseconds, monotonic.
 */
export function createQuoteErrorCache({
  most = maxQuoteErrors,
  now = () => performance.now(),
}: { most?: number | undefined; now?: () => number } = {}) {
  const errors = new Map<string, { count: number; untilMs: number }>()

  /** @throws ServiceError RATE_LIMITED when this client got too many errors for the quote. */
  function check(of: Caller & { quoteId: string }): void {
    const { count = 0, untilMs = 0 } = errors.get(toCallerKey(of)) ?? {}
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
    const { count = 0 } = errors.get(key) ?? {}
    const [oldest] = errors.keys()
    if (oldest !== undefined && errors.size >= maxQuotes) errors.delete(oldest)
    errors.set(key, { count: count + 1, untilMs: now() + retentionMs })
  }

  return {
    /**
     * Runs `work` for a client's quote, unless that had too many errors before.
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

/** Includes the visitor, as visitors of one dashboard share its API key. */
function toCallerKey({ apiKey = '', visitor = '', quoteId }: Caller & { quoteId: string }): string {
  return JSON.stringify([apiKey, visitor, quoteId])
}
