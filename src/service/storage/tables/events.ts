import type { Database } from '../database.ts'
import { type StepLeg, toLegColumn } from './legColumn.ts'

/** Kind of the event that a transaction is not mined and may not offer more. */
export const feesAtLimit = 'fees at their limit'

/** Kind of the event that a refund has nowhere to go: its owner closed the account that it came from. */
export const refundWaits = 'refund waits for its account'

/** Notes what happened to an execution, for people who look into it later. No secrets. */
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
