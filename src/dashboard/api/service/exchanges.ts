import { useSyncExternalStore } from 'react'

import type { Exchange } from './client.ts'

const maxExchanges = 100
const listeners = new Set<() => void>()
let exchanges: readonly Exchange[] = []

/** Keeps an exchange with the service for the developer view: the last 100, in memory only. */
export function recordExchange(exchange: Exchange): void {
  exchanges = [exchange, ...exchanges].slice(0, maxExchanges)
  for (const listener of listeners) listener()
}

/** The last exchanges with the service, newest first. */
export function useExchanges(): readonly Exchange[] {
  return useSyncExternalStore(subscribe, () => exchanges)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
