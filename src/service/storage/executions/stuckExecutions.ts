import type { Database } from '../database.ts'
import { feesAtLimit } from '../tables/events.ts'
import { parseLegColumn, type StepLeg } from '../tables/legColumn.ts'

/** An execution that does not get on by itself; `action` is what keeps failing, when one does. */
export type StuckExecution = {
  quoteId: string
  phase: string
  /** Faults in a row of the work itself. */
  faults: number
  action: string | null
  leg: StepLeg | null
  attempt: number | null
  reason: string | null
}

/** Failures in a row from which somebody must look. */
const manyFaults = 8
const manyAttempts = 5

/**
 * Live executions that somebody must look at: the work on them fails again and again, a transaction
 * of theirs is refused or reverts again and again, or is not mined and may not offer more, nobody attests what was delivered minutes ago, or
 * an hour has passed, when every deadline has.
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
