import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import type { Hash } from '#protocol/ids/hex.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { createJsonStorage } from '../../storedJson.ts'

/** A signed quote that was sent and that the service has not answered: nobody knows whether it arrived. */
export type UnansweredQuote = {
  quoteId: Hash
  /** Unix milliseconds. */
  sentAtMs: number
}

type State = { quotes: readonly UnansweredQuote[] }

const key = 'estuary.unansweredQuotes'
const maxQuotes = 20

const useStore = create<State>()(
  persist((): State => ({ quotes: [] }), { name: key, storage: createJsonStorage(parseState) }),
)

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) void useStore.persist.rehydrate()
  })

/** The quotes of this browser without an answer, newest first; follows other tabs. */
export function useUnansweredQuotes(): readonly UnansweredQuote[] {
  return useStore(({ quotes }) => quotes)
}

/** Adds a quote that is about to be sent. */
export function addUnansweredQuote(quoteId: Hash, sentAtMs: number): void {
  useStore.setState(({ quotes }) =>
    quotes.some((one) => one.quoteId === quoteId)
      ? { quotes }
      : { quotes: [{ quoteId, sentAtMs }, ...quotes].slice(0, maxQuotes) },
  )
}

/** Forgets a quote that was answered, or whose execution the user has opened. */
export function forgetUnansweredQuote(quoteId: string): void {
  useStore.setState(({ quotes }) =>
    quotes.some((one) => one.quoteId === quoteId)
      ? { quotes: quotes.filter((one) => one.quoteId !== quoteId) }
      : { quotes },
  )
}

function parseState(stored: unknown): State {
  const list: unknown = isRecord(stored) ? stored['quotes'] : undefined
  return { quotes: Array.isArray(list) ? list.flatMap(parseQuote).slice(0, maxQuotes) : [] }
}

function parseQuote(value: unknown): UnansweredQuote[] {
  if (!isRecord(value)) return []
  const { quoteId, sentAtMs } = value
  if (typeof quoteId !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(quoteId)) return []
  if (typeof sentAtMs !== 'number' || !Number.isFinite(sentAtMs)) return []
  return [{ quoteId: `0x${quoteId.slice(2)}`, sentAtMs }]
}
