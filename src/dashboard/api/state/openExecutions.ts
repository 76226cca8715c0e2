import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import type { Hash } from '#protocol/ids/hex.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { createJsonStorage } from '../../storedJson.ts'

/** An execution that this browser sent and that has not ended. */
export type OpenExecution = {
  quoteId: Hash
  /** Unix milliseconds. */
  sentAtMs: number
  /** Its title, if the user asked to be told when it has ended. */
  awaited?: string | undefined
}

/** A signed quote that was sent and that the service has not answered: nobody knows whether it arrived. */
export type UnansweredQuote = Pick<OpenExecution, 'quoteId' | 'sentAtMs'>

type State = { open: readonly OpenExecution[]; unanswered: readonly UnansweredQuote[] }

const key = 'estuary.openExecutions'
/** The oldest are dropped, so that nothing is polled without end. */
const maxOpen = 20

const useStore = create<State>()(
  persist((): State => ({ open: [], unanswered: [] }), {
    name: key,
    storage: createJsonStorage(parseState),
  }),
)

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) void useStore.persist.rehydrate()
  })

/** The open executions of this browser, newest first; follows other tabs. */
export function useOpenExecutions(): readonly OpenExecution[] {
  return useStore(({ open }) => open)
}

/** The quotes of this browser without an answer, newest first; follows other tabs. */
export function useUnansweredQuotes(): readonly UnansweredQuote[] {
  return useStore(({ unanswered }) => unanswered)
}

/** Keeps a quote that is about to be sent: its execution is watched, and it is unanswered until it is not. */
export function keepSentQuote(quoteId: Hash, sentAtMs: number): void {
  openExecution(quoteId, sentAtMs)
  useStore.setState(({ unanswered }) => ({ unanswered: add(unanswered, { quoteId, sentAtMs }) }))
}

/** Notes that a quote was answered, or that the user has opened its execution. */
export function noteAnswer(quoteId: Hash): void {
  useStore.setState(({ unanswered }) => ({ unanswered: remove(unanswered, quoteId) }))
}

/** Forgets a quote that the service has refused, or never took. */
export function forgetSentQuote(quoteId: Hash): void {
  closeExecution(quoteId)
  noteAnswer(quoteId)
}

/** Adds an execution that was just sent, or that is found open. */
export function openExecution(quoteId: Hash, sentAtMs: number): void {
  useStore.setState(({ open }) => ({ open: add<OpenExecution>(open, { quoteId, sentAtMs }) }))
}

/** Keeps under which title the user wants to be told that an execution has ended. */
export function awaitExecution(quoteId: Hash, awaited: string | undefined): void {
  useStore.setState(({ open }) => ({
    open: open.map((one) => (one.quoteId === quoteId ? { ...one, awaited } : one)),
  }))
}

/** Removes an execution that has ended. */
export function closeExecution(quoteId: Hash): void {
  useStore.setState(({ open }) => ({ open: remove(open, quoteId) }))
}

/** The list itself where it has the quote already. */
function add<Item extends UnansweredQuote>(list: readonly Item[], item: Item): readonly Item[] {
  const isThere = list.some(({ quoteId }) => quoteId === item.quoteId)
  return isThere ? list : [item, ...list].slice(0, maxOpen)
}

/** The list itself where it has no such quote. */
function remove<Item extends UnansweredQuote>(list: readonly Item[], id: Hash): readonly Item[] {
  return list.some(({ quoteId }) => quoteId === id)
    ? list.filter(({ quoteId }) => quoteId !== id)
    : list
}

function parseState(stored: unknown): State {
  const { open, unanswered } = isRecord(stored) ? stored : {}
  return { open: parseList(open), unanswered: parseList(unanswered) }
}

function parseList(list: unknown): OpenExecution[] {
  return Array.isArray(list) ? list.flatMap(parseOpen).slice(0, maxOpen) : []
}

function parseOpen(value: unknown): OpenExecution[] {
  if (!isRecord(value)) return []
  const { quoteId, sentAtMs, awaited } = value
  if (typeof quoteId !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(quoteId)) return []
  if (typeof sentAtMs !== 'number' || !Number.isFinite(sentAtMs)) return []
  return [
    {
      quoteId: `0x${quoteId.slice(2)}`,
      sentAtMs,
      ...(typeof awaited === 'string' && { awaited }),
    },
  ]
}
