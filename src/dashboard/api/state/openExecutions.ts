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

type State = { open: readonly OpenExecution[] }

const key = 'estuary.openExecutions'
/** The oldest are dropped, so that nothing is polled without end. */
const maxOpen = 20

const useStore = create<State>()(
  persist((): State => ({ open: [] }), { name: key, storage: createJsonStorage(parseState) }),
)

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) void useStore.persist.rehydrate()
  })

/** The open executions of this browser, newest first; follows other tabs. */
export function useOpenExecutions(): readonly OpenExecution[] {
  return useStore(({ open }) => open)
}

/** Adds an execution that was just sent, or that is found open. */
export function openExecution(quoteId: Hash, sentAtMs: number): void {
  useStore.setState(({ open }) =>
    open.some((one) => one.quoteId === quoteId)
      ? { open }
      : { open: [{ quoteId, sentAtMs }, ...open].slice(0, maxOpen) },
  )
}

/** Keeps under which title the user wants to be told that an execution has ended. */
export function awaitExecution(quoteId: Hash, awaited: string | undefined): void {
  useStore.setState(({ open }) => ({
    open: open.map((one) => (one.quoteId === quoteId ? { ...one, awaited } : one)),
  }))
}

/** Removes an execution that has ended. */
export function closeExecution(quoteId: Hash): void {
  useStore.setState(({ open }) => ({ open: open.filter((one) => one.quoteId !== quoteId) }))
}

function parseState(stored: unknown): State {
  const list: unknown = isRecord(stored) ? stored['open'] : undefined
  return { open: Array.isArray(list) ? list.flatMap(parseOpen).slice(0, maxOpen) : [] }
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
