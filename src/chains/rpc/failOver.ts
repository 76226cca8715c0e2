import type { ChainId } from '#protocol/ids/caip.ts'
import { ChainUnavailableError } from './ChainUnavailableError.ts'

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
