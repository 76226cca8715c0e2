import { create } from 'zustand'

import type { ApiExchange } from './client.ts'

const maxExchanges = 100
/** Of all kept bodies together, characters: two of the longest that the service takes, or some hundred quotes. */
const maxBodyLength = 512 * 1024
/** An answer of many rows may differ in each of them. */
const maxDeviations = 10
/** Of a deviation's place and message each, characters: an answer chooses them. */
const maxDeviationLength = 200
const useStore = create<{ exchanges: readonly ApiExchange[] }>(() => ({ exchanges: [] }))

/**
 * Records an exchange with the service for the developer view, in memory only: the last 100, and of
 * their bodies the newest, until these together are too long.
 */
export function recordExchange(exchange: ApiExchange): void {
  const deviations = exchange.deviations.slice(0, maxDeviations).map(({ path, message }) => {
    return {
      path: path.slice(0, maxDeviationLength),
      message: message.slice(0, maxDeviationLength),
    }
  })
  const kept = { ...exchange, deviations }
  useStore.setState(({ exchanges }) => ({
    exchanges: limitBodies([kept, ...exchanges].slice(0, maxExchanges)),
  }))
}

/** The last exchanges with the service, newest first. */
export function useExchanges(): readonly ApiExchange[] {
  return useStore(({ exchanges }) => exchanges)
}

function limitBodies(exchanges: readonly ApiExchange[]): readonly ApiExchange[] {
  let length = 0
  return exchanges.map((exchange) => {
    const { body, ...rest } = exchange
    length += body?.length ?? 0
    return length > maxBodyLength ? rest : exchange
  })
}
