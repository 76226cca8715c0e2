import type { Database } from '../database.ts'
import { feesAtLimit } from '../tables/events.ts'
import { parseLegColumn, type StepLeg } from '../tables/legColumn.ts'
import type { ExecutionError } from './executionRows.ts'

/** An execution that makes no progress by itself; `step` is what keeps failing, or its phase. */
export type StuckExecution = {
  quoteId: string
  phase: string
  /** Failed ticks in a row. */
  faults: number
  step: string
  leg?: StepLeg
  attempt?: number
  reason: string
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
  const rows = await database.query<
    Pick<StuckExecution, 'quoteId' | 'phase' | 'faults'> & {
      refused: { action: string; leg: number; attempt: number; reason: string | null } | null
      lastError: ExecutionError | null
      reason: string
    }
  >(
    `select e.quote_id as "quoteId", e.phase, e.attempts as faults, to_jsonb(s) as refused,
       e.last_error as "lastError",
       case when exists (select 1 from events v where v.quote_id = e.quote_id and v.kind = $3)
         then 'A transaction is not mined, and its fees are at their limit.'
         when e.phase = 'releasing' then 'Its delivery is not attested, or not paid out.'
         else 'It has not ended in time.' end as reason
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
  return rows.map(({ refused, lastError, reason, ...row }) => {
    if (refused)
      return {
        ...row,
        step: refused.action,
        leg: parseLegColumn(refused.leg),
        attempt: refused.attempt,
        reason: refused.reason ?? reason,
      }
    const { action: step = row.phase, ...place } = lastError?.step ?? {}
    return { ...row, step, ...place, reason: lastError?.reason ?? reason }
  })
}
