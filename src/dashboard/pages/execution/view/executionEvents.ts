import type { ChainId } from '#protocol/ids/caip.ts'
import type { LandedOperation, StatusRecord } from '#protocol/status/status.ts'
import type { ExecutionTrace } from '#dashboard/api/chains/trace.ts'
import type { EventState } from '#dashboard/components/flow/Timeline.tsx'
import { type Explorers, buildTransactionHref } from '../../links/explorers.ts'

/** One event of the timeline, with its proof. */
export type ExecutionEvent = {
  id: string
  state: EventState
  atMs?: number
  /** Kind of event; the page adds amounts and names. */
  kind:
    | 'accepted'
    | 'deposited'
    | 'landed'
    | 'delivered'
    | 'released'
    | 'refunded'
    | 'cancelled'
    | 'confirming'
  chainId?: ChainId
  hash?: string
  /** URL in the explorer; undefined if not known. */
  explorerUrl?: string | undefined
}

/** Order of events in blocks of the same second. */
const stages: readonly ExecutionEvent['kind'][] = [
  'accepted',
  'landed',
  'deposited',
  'cancelled',
  'delivered',
  'released',
  'refunded',
]

/**
 * Returns the events so far, newest first: those seen on the chains with the times of their blocks,
 * the service's transactions that no chain shows, and the start by the service's clock.
 */
export function buildExecutionEvents(known: {
  status: StatusRecord | undefined
  trace: ExecutionTrace | undefined
  explorers: Explorers
  /** Nothing more will be delivered. */
  hasFailed: boolean
}): readonly ExecutionEvent[] {
  const { status, trace, explorers, hasFailed } = known
  const seen = (trace?.events ?? []).map((event): ExecutionEvent => ({
    id: `${event.kind}${event.transactionHash}${'orderHash' in event ? event.orderHash : ''}`,
    kind: event.kind === 'filled' ? 'delivered' : event.kind,
    state: event.kind === 'refunded' || event.kind === 'cancelled' ? 'returned' : 'done',
    atMs: event.atMs,
    chainId: event.chainId,
    hash: event.transactionHash,
    explorerUrl: buildTransactionHref(explorers, { ...event, hash: event.transactionHash }),
  }))
  const reported = toReportedEvents(status, explorers).filter(
    ({ hash }) => !seen.some((one) => one.hash === hash),
  )
  const createdAt = status?.createdAt
  const events = [...seen, ...reported]
  const moments = new Map(events.map((event) => [event, getMoment(event, events)]))
  const newest = events
    .toSorted(
      (a, b) =>
        (moments.get(b) ?? 0) - (moments.get(a) ?? 0) ||
        stages.indexOf(b.kind) - stages.indexOf(a.kind),
    )
    .map((event): ExecutionEvent => {
      const atMs = event.atMs === undefined ? undefined : moments.get(event)
      return atMs === undefined ? event : { ...event, atMs }
    })
  return [
    ...(hasFailed ? [] : getConfirming(status)),
    ...newest,
    ...(createdAt === undefined
      ? []
      : [
          { id: 'accepted', kind: 'accepted', state: 'done', atMs: Date.parse(createdAt) } as const,
        ]),
  ]
}

/**
 * Returns the time of an event by the chains, never before its causes: the clocks of chains differ by
 * seconds, and nothing is released or refunded before the delivery or the cancellation.
 */
function getMoment({ kind, atMs }: ExecutionEvent, events: readonly ExecutionEvent[]): number {
  const causes = events.filter((other) => getRank(other.kind) < getRank(kind))
  return Math.max(atMs ?? 0, ...causes.map((cause) => cause.atMs ?? 0))
}

function getRank(kind: ExecutionEvent['kind']): number {
  if (kind === 'released' || kind === 'refunded') return 2
  return kind === 'delivered' || kind === 'cancelled' ? 1 : 0
}

function getConfirming(status: StatusRecord | undefined): ExecutionEvent[] {
  return status?.status === 'PENDING' || status?.status === 'IN_PROGRESS'
    ? [{ id: 'confirming', kind: 'confirming', state: 'moving' }]
    : []
}

function toReportedEvents(
  status: StatusRecord | undefined,
  explorers: Explorers,
): ExecutionEvent[] {
  if (!status) return []
  const lists = [
    ['landed', status.originChainOperations],
    ['delivered', status.destinationChainOperations],
    ['refunded', status.refundOperations ?? []],
  ] as const
  const ended = status.updatedAt === undefined ? undefined : Date.parse(status.updatedAt)
  const events = lists.flatMap(([kind, operations]) =>
    operations.map((operation) => toReportedEvent(operation, { kind, atMs: ended, explorers })),
  )
  // A swap on one chain is a single transaction: it is in both lists but shown once.
  return events.filter(
    (event, index) =>
      event.kind !== 'landed' ||
      !events.some((other, at) => at !== index && other.hash === event.hash),
  )
}

function toReportedEvent(
  operation: LandedOperation,
  of: {
    kind: 'landed' | 'delivered' | 'refunded'
    atMs: number | undefined
    explorers: Explorers
  },
): ExecutionEvent {
  return {
    id: `${of.kind}${operation.hash}`,
    kind: of.kind,
    state: of.kind === 'refunded' ? 'returned' : 'done',
    ...(of.atMs === undefined ? {} : { atMs: of.atMs }),
    chainId: operation.chain,
    hash: operation.hash,
    explorerUrl: buildTransactionHref(of.explorers, {
      chainId: operation.chain,
      hash: operation.hash,
    }),
  }
}
