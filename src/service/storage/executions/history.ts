import { executionColumns, type ExecutionRow } from './executionRows.ts'
import type { Database } from '../database.ts'

/** A position in a sorted history: the sort time (Unix milliseconds) and the quote id. */
export type HistoryPosition = { timeMs: number; quoteId: string }

/** One page of an account's history, newest first. */
export type HistoryRows = { rows: ExecutionRow[]; next: HistoryPosition | undefined }

const sortColumns = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

/**
 * Reads one page of an account's executions, newest first, by keyset pagination: the cost does not
 * grow with the depth, and new rows neither repeat nor hide others.
 *
 * Paging by `createdAt` returns each row that existed at the start exactly once. Paging by
 * `updatedAt` returns no row twice, and each row that did not change meanwhile. A row that changed
 * before its page was reached has moved to the front, so a client that follows changes reads again
 * from page 1 to where it began. Rows of ended executions never change.
 *
 * @param options.account - Account key from `toAddressKey`.
 * @param options.after - The `next` of the previous page.
 */
export async function findHistory(
  database: Database,
  options: {
    account: string
    limit: number
    sortBy: keyof typeof sortColumns
    after: HistoryPosition | undefined
  },
): Promise<HistoryRows> {
  const column = sortColumns[options.sortBy]
  const from = options.after
    ? `and (a.${column}, a.quote_id) < (to_timestamp($3::numeric / 1000)::timestamptz(3), $4)`
    : ''
  const values = [options.account, options.limit + 1]
  const found = await database.query<ExecutionRow & { sortTime: Date }>(
    `select ${executionColumns}, a.${column} as "sortTime"
     from (select * from execution_accounts a where a.account = $1 ${from}
           order by a.${column} desc, a.quote_id desc limit $2) a
     join executions e using (quote_id)
     order by a.${column} desc, a.quote_id desc`,
    options.after ? [...values, options.after.timeMs, options.after.quoteId] : values,
  )
  const rows = found.slice(0, options.limit)
  const last = rows.at(-1)
  return {
    rows,
    next:
      last && found.length > options.limit
        ? { timeMs: last.sortTime.getTime(), quoteId: last.quoteId }
        : undefined,
  }
}
