import type { ChainId } from '#protocol/ids/caip.ts'
import { ChainUnavailableError } from './ChainUnavailableError.ts'

/**
 * Asks providers of one chain in their order until one answers. A refusal is an answer.
 *
 * @param ask - One for each provider; throws {@link ChainUnavailableError} where it gives no answer.
 * @throws ChainUnavailable of the last one when none answers.
 */
export function failOver<Call>(
  chainId: ChainId,
  ask: readonly ((call: Call) => Promise<unknown>)[],
): (call: Call) => Promise<unknown> {
  return async (call) => {
    let unavailable = new ChainUnavailableError(chainId, { reason: 'it has no provider' })
    for (const one of ask) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- the next one is only asked where this one fails
        return await one(call)
      } catch (error) {
        if (!(error instanceof ChainUnavailableError)) throw error
        unavailable = error
      }
    }
    throw unavailable
  }
}
