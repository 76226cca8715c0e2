import type { Database } from '../database.ts'
import { type StepLeg, toLegColumn } from './legColumn.ts'

/** Event kind: an unmined transaction has its fees at their limit. */
export const feesAtLimit = 'fees at their limit'

/** Event kind: a refund waits because the depositor has no account to receive it. */
export const refundWaits = 'refund waits for its account'

/** Records an event of an execution, for operators. It must contain no secrets. */
export async function recordEvent(
  database: Database,
  event: { quoteId: string | null; kind: string; leg?: StepLeg; detail?: object },
): Promise<void> {
  const leg = event.leg === undefined ? {} : { leg: toLegColumn(event.leg) }
  await database.query('insert into events (quote_id, kind, detail) values ($1, $2, $3)', [
    event.quoteId,
    event.kind,
    JSON.stringify({ ...event.detail, ...leg }),
  ])
}
