import type { ChainId } from '#protocol/ids/caip.ts'
import { ChainUnavailableError } from './ChainUnavailableError.ts'
import { NoResponseError } from './rpcBatch.ts'

/** Failures in a row after which an endpoint is left alone; how long at first, and at most. */
const breaker = { failures: 3, restMs: 1_000, mostRestMs: 8_000 }

/**
 * Wraps a request function so that a dead endpoint costs nothing but its own answers: after three
 * failures in a row it is left alone for a second, then longer. After a rest one request tries it;
 * the others go on without it until that one has an answer.
 *
 * @param request - Throws {@link NoResponseError} when there is none.
 * @returns Throws {@link ChainUnavailableError} instead, which names the chain.
 */
export function withBreaker<Call>(
  chainId: ChainId,
  request: (call: Call) => Promise<unknown>,
): (call: Call) => Promise<unknown> {
  let failures = 0
  let failedAtMs = 0
  let restUntilMs = 0
  return async (call) => {
    const askedAtMs = performance.now()
    if (askedAtMs < restUntilMs)
      throw new ChainUnavailableError(chainId, { reason: 'it failed several times in a row' })
    if (failures >= breaker.failures) rest()
    try {
      const answer = await request(call)
      failures = 0
      restUntilMs = 0
      return answer
    } catch (cause) {
      if (!(cause instanceof NoResponseError)) throw cause
      fail(askedAtMs)
      throw new ChainUnavailableError(chainId, { reason: cause.message, cause })
    }
  }

  /** Requests that were under way together failed for one cause and count once. */
  function fail(askedAtMs: number): void {
    if (askedAtMs < failedAtMs) return
    failures += 1
    failedAtMs = performance.now()
    if (failures >= breaker.failures) rest()
  }

  function rest(): void {
    const longer = breaker.restMs * 2 ** (failures - breaker.failures)
    restUntilMs = performance.now() + Math.min(longer, breaker.mostRestMs)
  }
}
