import type { ExecutionStatus } from '#protocol/status/status.ts'
import type { Database } from '../database.ts'
import { readSponsorTotal } from '../tables/sponsorBudgets.ts'
import { readRoleHealth, type RoleHealth } from '../tables/heartbeats.ts'
import { findStuckExecutions } from './stuckExecutions.ts'
import type { StepAction, StepState } from './stepRows.ts'

/** Totals over all executions. */
export type Totals = {
  executions: { status: ExecutionStatus; count: number }[]
  /** By chain (CAIP-2); gas of our own transactions, in wei of the native coin. */
  steps: { chain: string; action: StepAction; state: StepState; count: number; gasWei: bigint }[]
  /** Executions that should have ended long ago; an operator must look. */
  overdue: number
  /** Executions that make no progress by themselves; see `findStuckExecutions`. */
  stuck: number
  roles: RoleHealth[]
  /** Unpaid sponsored gas of today (UTC), 1e-8 US dollars. */
  sponsorLossUsd: bigint
}

/**
 * Counts executions and steps. It scans the whole history, so cache the result for some seconds.
 *
 * @param options.overdueSeconds - Age from which a live execution counts as overdue.
 */
export async function readTotals(
  database: Database,
  { overdueSeconds }: { overdueSeconds: number },
): Promise<Totals> {
  const [executions, steps, [late], stuck, sponsorLossUsd, roles] = await Promise.all([
    database.query<Totals['executions'][number]>(
      'select status, count(*)::int as count from executions group by status',
    ),
    database.query<Totals['steps'][number]>(
      `select chain, action, state, count(*)::int as count,
              coalesce(sum((detail->>'gasWei')::numeric), 0) as "gasWei"
       from steps group by chain, action, state`,
    ),
    database.query<{ count: number }>(
      `select count(*)::int as count from executions
       where status not in ('COMPLETED', 'REFUNDED', 'FAILED')
         and created_at < now() - $1 * interval '1 s'`,
      [overdueSeconds],
    ),
    findStuckExecutions(database),
    readSponsorTotal(database),
    readRoleHealth(database),
  ])
  const overdue = late?.count ?? 0
  return { executions, steps, overdue, stuck: stuck.length, sponsorLossUsd, roles }
}
