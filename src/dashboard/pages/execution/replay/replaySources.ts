import type { StatusRecord } from '#protocol/status/status.ts'
import type { ExecutionSources } from '../view/executionSources.ts'
import { findFill } from '../view/knownAmounts.ts'

/** The measured moments of an execution, Unix milliseconds. */
export type ReplaySpan = { startMs: number; endMs: number; momentsMs: readonly number[] }

/**
 * Returns the span of an execution that has ended, from its first to its last measured moment;
 * undefined while it is open, and where no chain shows an event.
 */
export function getReplaySpan({ status, trace }: ExecutionSources): ReplaySpan | undefined {
  const isOver = status?.status === 'COMPLETED' || status?.status === 'REFUNDED'
  const events = trace?.events ?? []
  const createdAtMs = Date.parse(status?.createdAt ?? '')
  const updatedAtMs = Date.parse(status?.updatedAt ?? '')
  if (!isOver || events.length === 0 || Number.isNaN(createdAtMs) || Number.isNaN(updatedAtMs))
    return undefined
  const seenMs = events.map(({ atMs }) => getSeenMs(atMs, createdAtMs))
  const momentsMs = [...new Set([createdAtMs, ...seenMs, updatedAtMs])]
  const sorted = momentsMs.toSorted((a, b) => a - b)
  const [startMs = createdAtMs] = sorted
  const endMs = sorted.at(-1) ?? startMs
  return endMs > startMs ? { startMs, endMs, momentsMs: sorted } : undefined
}

/** Returns the sources of an execution as they were at a moment: what had been seen by then. */
export function replaySources(sources: ExecutionSources, atMs: number): ExecutionSources {
  const { status, trace } = sources
  if (!trace || !status || atMs >= Date.parse(status.updatedAt ?? '')) return sources
  const createdAtMs = Date.parse(status.createdAt ?? '')
  const events = trace.events.filter((event) => getSeenMs(event.atMs, createdAtMs) <= atMs)
  const past = { ...sources, trace: { ...trace, events } }
  const seen = new Set(events.map(({ transactionHash }) => transactionHash))
  const { refundOperations: _, failReason: __, updatedAt: ___, ...known } = status
  const isFilled = findFill(past) !== undefined
  const record: StatusRecord = {
    ...known,
    status: isFilled ? 'EXECUTED' : events.length > 0 ? 'IN_PROGRESS' : 'PENDING',
    originChainOperations: status.originChainOperations.filter(({ hash }) => seen.has(hash)),
    destinationChainOperations: status.destinationChainOperations.filter(({ hash }) =>
      seen.has(hash),
    ),
  }
  return { ...past, status: record }
}

/**
 * Returns when an event had been seen. Blocks have whole seconds: what happened within the first second
 * seems to be older than the execution.
 */
function getSeenMs(atMs: number, createdAtMs: number): number {
  return atMs > createdAtMs ? atMs : createdAtMs + 1
}
