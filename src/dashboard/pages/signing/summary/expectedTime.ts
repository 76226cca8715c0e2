import type { HistoryRecord } from '#protocol/status/status.ts'
import type { OperationFacts } from '#dashboard/review/verifyQuote.ts'

/** The median time of completed executions, and how many there are. */
export type UsualTime = { medianMs: number; count: number }

/** Measures the user's own completed executions; undefined without any. */
export function measureUsualTime(
  records: readonly Pick<HistoryRecord, 'status' | 'timestamp' | 'updatedAt'>[],
): UsualTime | undefined {
  const spans = records
    .flatMap(({ status, timestamp, updatedAt }) =>
      status === 'COMPLETED' && updatedAt !== undefined
        ? [Date.parse(updatedAt) - Date.parse(timestamp)]
        : [],
    )
    .filter((span) => span >= 0)
    .toSorted((a, b) => a - b)
  const median = spans[Math.floor((spans.length - 1) / 2)]
  return median === undefined ? undefined : { medianMs: median, count: spans.length }
}

/** When the last of the payments comes back or ends, Unix seconds, as they are signed. */
export type Deadline = { kind: 'refund' | 'end'; atSeconds: bigint }

/** Finds the latest time until which something is bound; undefined where nothing says it. */
export function findDeadline(operations: readonly OperationFacts[]): Deadline | undefined {
  const refunds = operations.flatMap((operation) => getRefundTime(operation) ?? [])
  if (refunds.length > 0) return { kind: 'refund', atSeconds: getLatest(refunds) }
  const ends = operations.flatMap(({ validUntil }) => validUntil ?? [])
  return ends.length > 0 ? { kind: 'end', atSeconds: getLatest(ends) } : undefined
}

function getRefundTime(operation: OperationFacts): bigint | undefined {
  if (operation.kind === 'solana') return operation.refundAfter
  const deposit = operation.calls.find(({ kind }) => kind === 'deposit')
  return deposit?.kind === 'deposit' ? deposit.order.refundAfter : undefined
}

function getLatest(times: readonly bigint[]): bigint {
  return times.reduce((latest, one) => (one > latest ? one : latest), 0n)
}
