import { create } from 'zustand'

import type { ApiExchange } from './client.ts'

const maxExchanges = 100
const useStore = create<{ exchanges: readonly ApiExchange[] }>(() => ({ exchanges: [] }))

/** Records an exchange with the service for the developer view: the last 100, in memory only. */
export function recordExchange(exchange: ApiExchange): void {
  useStore.setState(({ exchanges }) => ({
    exchanges: [exchange, ...exchanges].slice(0, maxExchanges),
  }))
}

/** The last exchanges with the service, newest first. */
export function useExchanges(): readonly ApiExchange[] {
  return useStore(({ exchanges }) => exchanges)
}
