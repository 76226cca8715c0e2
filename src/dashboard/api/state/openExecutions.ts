import { z } from 'zod/mini'

import { Hash } from '#protocol/ids/hex.ts'
import { listOf, persisted, usePersisted } from '../../persisted.ts'

/** An execution that this browser sent and that has not ended. */
const OpenExecution = z.object({
  quoteId: Hash,
  /** Unix milliseconds. */
  sentAtMs: z.number(),
  /** Its title, if the user asked to be told when it has ended. */
  awaited: z.optional(z.string()),
})
export type OpenExecution = z.output<typeof OpenExecution>

/** A signed quote that was sent and that the service has not answered: nobody knows whether it arrived. */
export type UnansweredQuote = Pick<OpenExecution, 'quoteId' | 'sentAtMs'>

type State = { open: readonly OpenExecution[]; unanswered: readonly UnansweredQuote[] }

/** The oldest are dropped, so that nothing is polled without end. */
const maxOpen = 20
const List = z.catch(listOf(OpenExecution), [])
const kept = persisted('estuary.openExecutions', z.object({ open: List, unanswered: List }), {
  open: [],
  unanswered: [],
})

function change({ open, unanswered }: Partial<State>): void {
  const before = kept.get()
  kept.set({ open: [...(open ?? before.open)], unanswered: [...(unanswered ?? before.unanswered)] })
}

/** The open executions of this browser, newest first; follows other tabs. */
export function useOpenExecutions(): readonly OpenExecution[] {
  return usePersisted(kept).open
}

/** The quotes of this browser without an answer, newest first; follows other tabs. */
export function useUnansweredQuotes(): readonly UnansweredQuote[] {
  return usePersisted(kept).unanswered
}

/** Keeps a quote that is about to be sent: its execution is watched, and it is unanswered until it is not. */
export function keepSentQuote(quoteId: Hash, sentAtMs: number): void {
  openExecution(quoteId, sentAtMs)
  change({ unanswered: add(kept.get().unanswered, { quoteId, sentAtMs }) })
}

/** Marks a quote as answered: by the service, or by the user who has opened its execution. */
export function markAnswered(quoteId: Hash): void {
  change({ unanswered: remove(kept.get().unanswered, quoteId) })
}

/** Forgets a quote that the service has refused, or never took. */
export function forgetSentQuote(quoteId: Hash): void {
  closeExecution(quoteId)
  markAnswered(quoteId)
}

/** Adds an execution that was just sent, or that is found open. */
export function openExecution(quoteId: Hash, sentAtMs: number): void {
  change({ open: add<OpenExecution>(kept.get().open, { quoteId, sentAtMs }) })
}

/** Keeps under which title the user wants to be told that an execution has ended. */
export function awaitExecution(quoteId: Hash, awaited: string | undefined): void {
  const { open } = kept.get()
  change({ open: open.map((one) => (one.quoteId === quoteId ? { ...one, awaited } : one)) })
}

/** Removes an execution that has ended. */
export function closeExecution(quoteId: Hash): void {
  change({ open: remove(kept.get().open, quoteId) })
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
