import type { ChainId } from '#protocol/ids/caip.ts'
import { ChainUnavailableError } from './ChainUnavailableError.ts'
import { NoResponseError } from './rpcBatch.ts'

/**
 * Calls the providers of one chain in order until one answers. An RPC error is an answer.
 *
 * @param ask - One function per provider; throws {@link ChainUnavailableError} if it does not
 *   answer.
 * @throws The last provider's ChainUnavailableError if none answers.
 */
export function failOver<Call>(
  chainId: ChainId,
  ask: readonly ((call: Call) => Promise<unknown>)[],
): (call: Call) => Promise<unknown> {
  return async (call) => {
    let unavailable: ChainUnavailableError | undefined
    for (const one of ask) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- asked only if the previous one fails
        return await one(call)
      } catch (error) {
        if (!(error instanceof ChainUnavailableError)) throw error
        unavailable = error
      }
    }
    throw unavailable ?? new ChainUnavailableError(chainId, { reason: 'it has no provider' })
  }
}

/** Consecutive failures that open the breaker; its initial and longest rest. */
const breaker = { failures: 3, restMs: 1_000, mostRestMs: 8_000 }

/**
 * Adds a circuit breaker to a request function: after three consecutive failures the endpoint is
 * left alone for a second, then for longer each time. After a rest a single request probes it; all
 * others fail until the probe succeeds.
 *
 * @param request - Throws {@link NoResponseError} if there is no response.
 * @returns A function that throws {@link ChainUnavailableError} instead.
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

  /** Requests that failed concurrently have one cause and count once. */
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
