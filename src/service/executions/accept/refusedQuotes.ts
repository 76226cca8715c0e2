import type { ErrorCode } from '#protocol/status/errors.ts'
import type { Asker } from '../../asker.ts'
import { ServiceError } from '../../ServiceError.ts'

/** Times that one client may have the same quote refused; signing again after a mistake takes one or two. */
const mostRefusals = 10
/** How long a refusal is remembered, milliseconds: longer than quotes live. */
const keptMs = 120_000
/** Quotes that are remembered; the first is forgotten for one more. */
const mostQuotes = 10_000

/** What looking again at the same quote costs as much again for, and rarely changes. */
const lasting: ReadonlySet<ErrorCode> = new Set([
  'INVALID_SIGNATURE',
  'DELEGATION-001',
  'QUOTE_TAMPERED',
  'ADDRESS_MISMATCH',
  'INSUFFICIENT_BALANCE',
  'SIMULATION_FAILED',
])

/** Counts how often quotes are refused; see {@link createRefusedQuotes}. */
export type RefusedQuotes = ReturnType<typeof createRefusedQuotes>

/**
 * Makes the count of refusals by client and quote. Whoever has one sealed quote could otherwise have it looked at
 * without end, with other signatures each time: recovering who made them is what costs most of all that is
 * asked. A new quote waits for its turn behind those of others.
 *
 * @param options.most - Refusals after which a quote is not looked at again.
 * @param options.now - Milliseconds.
 */
export function createRefusedQuotes({
  most = mostRefusals,
  now = () => performance.now(),
}: { most?: number | undefined; now?: () => number } = {}) {
  const refused = new Map<string, { count: number; untilMs: number }>()

  /** @throws ServiceError RATE_LIMITED when this client had it refused too often. */
  function check(of: Asker & { quoteId: string }): void {
    const { count = 0, untilMs = 0 } = refused.get(keyOf(of)) ?? {}
    if (count < most || untilMs <= now()) return
    throw new ServiceError(
      'RATE_LIMITED',
      `This quote was refused ${most} times: ask for a new one, and sign that.`,
      { retryAfterSeconds: Math.ceil((untilMs - now()) / 1_000) },
    )
  }

  function note(of: Asker & { quoteId: string }, error: unknown): void {
    if (!(error instanceof ServiceError) || !lasting.has(error.code)) return
    const key = keyOf(of)
    const { count = 0 } = refused.get(key) ?? {}
    const [oldest] = refused.keys()
    if (oldest !== undefined && refused.size >= mostQuotes) refused.delete(oldest)
    refused.set(key, { count: count + 1, untilMs: now() + keptMs })
  }

  return {
    /**
     * Does what a client asks with a quote, unless that was refused too often.
     *
     * @throws ServiceError RATE_LIMITED, and whatever `work` throws.
     */
    async run<Answer>(
      of: Asker & { quoteId: string },
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
function keyOf({ apiKey = '', visitor = '', quoteId }: Asker & { quoteId: string }): string {
  return JSON.stringify([apiKey, visitor, quoteId])
}
