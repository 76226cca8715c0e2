import type { Database } from '../database.ts'
import type { LegRow } from './executionRows.ts'

/** An execution in a list for operators: its state and when its next tick is due. */
export type ExecutionSummary = {
  quoteId: string
  status: string
  phase: string
  type: string
  attempts: number
  createdAt: Date
  nextRunAt: Date
}

/** An event of an execution. */
export type EventRow = { kind: string; detail: unknown; createdAt: Date }

/** The executions that have not ended, oldest first, at most `limit`. */
export async function findOpenExecutions(
  database: Database,
  limit: number,
): Promise<ExecutionSummary[]> {
  return database.query<ExecutionSummary>(
    `select quote_id as "quoteId", status, phase, type, attempts, created_at as "createdAt",
       next_run_at as "nextRunAt"
     from executions where status not in ('COMPLETED', 'REFUNDED', 'FAILED')
     order by created_at limit $1`,
    [limit],
  )
}

/** The origin operations of an execution, in order. */
export async function findLegs(database: Database, quoteId: string): Promise<LegRow[]> {
  return database.query<LegRow>(
    `select leg, chain, account, asset, amount, fee, order_hash as "orderHash", state
     from legs where quote_id = $1 order by leg`,
    [quoteId],
  )
}

/** The events of an execution, oldest first. */
export async function findEvents(database: Database, quoteId: string): Promise<EventRow[]> {
  return database.query<EventRow>(
    `select kind, detail, created_at as "createdAt" from events where quote_id = $1 order by id`,
    [quoteId],
  )
}

/**
 * Makes an execution due now and resets its failure count. A worker that has claimed it keeps it.
 *
 * @returns False when there is no such execution, or it has ended.
 */
export async function retryExecution(database: Database, quoteId: string): Promise<boolean> {
  const rows = await database.query(
    `update executions set next_run_at = clock_timestamp(), attempts = 0
     where quote_id = $1 and status not in ('COMPLETED', 'REFUNDED', 'FAILED') returning 1`,
    [quoteId],
  )
  return rows.length > 0
}
