import { toHistoryKey } from '#protocol/status/historyFilters.ts'
import type { HistoryFilters } from '#protocol/status/status.ts'
import { executionColumns, type ExecutionRow } from './executionRows.ts'
import type { Database } from '../database.ts'

/** A position in a sorted history: the sort time (Unix milliseconds) and the quote id. */
export type HistoryPosition = { timeMs: number; quoteId: string }

/** One page of an account's history, newest first. */
export type HistoryRows = { rows: ExecutionRow[]; next: HistoryPosition | undefined }

const sortColumns = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

/**
 * Rows that a page with filters looks at, at most. Its cost stays bounded where few rows fit; the
 * next page then begins where this one stopped looking.
 */
export const maxScannedRows = 10_000

/** Options of {@link findHistory}. */
export type HistoryOptions = {
  /** Account key from `toAddressKey`. */
  account: string
  limit: number
  sortBy: keyof typeof sortColumns
  /** The `next` of the previous page. */
  after: HistoryPosition | undefined
  filters?: HistoryFilters
  /** Rows to look at; {@link maxScannedRows} by default. */
  scan?: number
}

/**
 * Reads one page of an account's executions, newest first, by keyset pagination: the cost does not
 * grow with the depth, and new rows neither repeat nor hide others.
 *
 * Paging by `createdAt` returns each row that existed at the start exactly once. Paging by
 * `updatedAt` returns no row twice, and each row that did not change meanwhile. A row that changed
 * before its page was reached has moved to the front, so a client that follows changes reads again
 * from page 1 to where it began. Rows of ended executions never change.
 *
 * With filters a page may hold less than `limit`, even nothing, and have a `next`.
 */
export async function findHistory(
  database: Database,
  options: HistoryOptions,
): Promise<HistoryRows> {
  const { limit, filters = {} } = options
  const named = await findNamed(database, filters.search)
  const { sql, values } = buildQuery(options, named)
  type Found = ExecutionRow & { sortTime: Date; reachTime: Date | null; reachId: string | null }
  const found = await database.query<Found>(sql, values)
  const all = found.filter(({ quoteId }) => quoteId !== null)
  const rows = all.slice(0, limit)
  const last = rows.at(-1)
  if (last && all.length > limit)
    return { rows, next: { timeMs: last.sortTime.getTime(), quoteId: last.quoteId } }
  const { reachTime = null, reachId = null } = found[0] ?? {}
  const next =
    reachTime && reachId !== null ? { timeMs: reachTime.getTime(), quoteId: reachId } : undefined
  return { rows, next }
}

/** What is searched for: executions found by an id or a hash, and keys that rows may hold. */
type Named = { quoteIds: readonly string[]; keys: readonly string[] }

async function findNamed(
  database: Database,
  search: HistoryFilters['search'],
): Promise<Named | undefined> {
  if (!search) return undefined
  const terms = search.map(toHistoryKey)
  const hashes = terms.filter((term) => term.length > 44)
  const found = await database.query<{ quoteId: string }>(
    `select quote_id as "quoteId" from executions where quote_id = any($1)
     union select quote_id from steps where hash = any($1)
     union select quote_id from transactions where hash = any($1) and quote_id is not null`,
    [hashes],
  )
  const keys = terms.filter((term) => !hashes.includes(term))
  return { quoteIds: found.map(({ quoteId }) => quoteId), keys }
}

/** The range that is looked at, in the order of an index, and below it what fits. */
function buildQuery(
  { account, limit, sortBy, after, filters = {}, scan = maxScannedRows }: HistoryOptions,
  named: Named | undefined,
): { sql: string; values: unknown[] } {
  const column = sortColumns[sortBy]
  const order = `order by a.${column} desc, a.quote_id desc`
  const values: unknown[] = []
  function bind(value: unknown): string {
    values.push(value)
    return `$${values.length}`
  }
  function bindTime(timeMs: number): string {
    return `to_timestamp(${bind(timeMs)}::numeric / 1000)::timestamptz(3)`
  }
  const { since, until, status, type } = filters
  const range = [`a.account = ${bind(account)}`]
  if (after)
    range.push(`(a.${column}, a.quote_id) < (${bindTime(after.timeMs)}, ${bind(after.quoteId)})`)
  if (since !== undefined) range.push(`a.${column} >= ${bindTime(since)}`)
  if (until !== undefined) range.push(`a.${column} < ${bindTime(until)}`)
  // What a hash names is found at once, whatever its depth.
  if (named?.keys.length === 0) range.push(`a.quote_id = any(${bind(named.quoteIds)})`)

  const fits: string[] = []
  if (status) fits.push(`a.status = any(${bind(status)})`)
  if (type) fits.push(`a.type = any(${bind(type)})`)
  for (const list of [filters.asset, filters.chain])
    if (list) fits.push(`a.keys && ${bind(list.map(toHistoryKey))}::text[]`)
  if (named && named.keys.length > 0)
    fits.push(
      `(a.quote_id = any(${bind(named.quoteIds)}) or a.keys && ${bind(named.keys)}::text[])`,
    )

  const looked = fits.length === 0 ? limit + 1 : scan
  const scanned = `from execution_accounts a where ${range.join(' and ')} ${order}`
  // Pulled row by row: it stops at the first `limit` rows that fit.
  const matched = `select a.quote_id, a.${column} from (select a.* ${scanned} limit ${looked}) a
    ${fits.length === 0 ? '' : `where ${fits.join(' and ')}`} ${order} limit ${limit + 1}`
  const selected = `${executionColumns}, a.${column} as "sortTime"`
  if (fits.length === 0)
    return {
      sql: `select ${selected} from (${matched}) a join executions e using (quote_id) ${order}`,
      values,
    }
  return {
    sql: `with matched as materialized (${matched}),
      reach as (select a.${column} as time, a.quote_id as id ${scanned}
        offset ${looked - 1} limit case when (select count(*) from matched) > ${limit} then 0 else 1 end)
      select ${selected}, r.time as "reachTime", r.id as "reachId"
      from (values (1)) as one left join reach r on true
        left join (matched a join executions e using (quote_id)) on true ${order}`,
    values,
  }
}
