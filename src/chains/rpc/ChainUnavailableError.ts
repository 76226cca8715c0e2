import type { ChainId } from '#protocol/ids/caip.ts'

/** A chain could not be reached or did not answer in time; nothing is known about its state. */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailable'
  readonly chainId: ChainId
  /** The other chain that the provider serves, as it calls it; undefined if it does not. */
  readonly served: string | undefined

  constructor(chainId: ChainId, options: { reason: string; served?: string; cause?: unknown }) {
    super(`${chainId} does not answer: ${options.reason}`, { cause: options.cause })
    this.chainId = chainId
    this.served = options.served
  }
}

/** Finds a {@link ChainUnavailableError} in an error's cause chain. */
export function findChainUnavailableError(error: unknown): ChainUnavailableError | undefined {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof ChainUnavailableError) return current
  return undefined
}
