import type { Database } from '../database.ts'
import { feesAtLimit } from '../tables/events.ts'
import { parseLegColumn, type StepLeg } from '../tables/legColumn.ts'

/** An execution that makes no progress by itself; `action` is what keeps failing, if any. */
export type StuckExecution = {
  quoteId: string
  phase: string
  /** Failed ticks in a row. */
  faults: number
  action: string | null
  leg: StepLeg | null
  attempt: number | null
  reason: string | null
}

/** Failures in a row from which an operator must look. */
const manyFaults = 8
const manyAttempts = 5

/**
 * Live executions an operator must look at: their ticks keep failing; an action keeps being refused
 * or reverting; an unmined transaction has its fees at their limit; a delivery was not attested for
 * minutes; or they are older than an hour, when every deadline has passed.
 */
export async function findStuckExecutions(database: Database): Promise<StuckExecution[]> {
  const rows = await database.query<Omit<StuckExecution, 'leg'> & { leg: number | null }>(
    `select e.quote_id as "quoteId", e.phase, e.attempts as faults, s.action, s.leg, s.attempt, s.reason
     from executions e left join lateral (
       select action, leg, attempt, detail->>'reason' as reason from steps
       where quote_id = e.quote_id and state in ('refused', 'reverted') and attempt >= $2
       order by attempt desc limit 1) s on true
     where e.status not in ('COMPLETED', 'REFUNDED', 'FAILED')
       and (e.attempts >= $1 or exists (
           select 1 from events v where v.quote_id = e.quote_id and v.kind = $3)
         or s.action is not null or e.created_at < now() - interval '1 hour'
         or (e.phase = 'releasing' and e.updated_at < now() - interval '5 minutes'
           and not exists (
             select 1 from steps r where r.quote_id = e.quote_id and r.action = 'release')))
     order by e.created_at`,
    [manyFaults, manyAttempts, feesAtLimit],
  )
  return rows.map((row) => ({ ...row, leg: row.leg === null ? null : parseLegColumn(row.leg) }))
}
