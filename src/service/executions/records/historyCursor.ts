import { createHash } from 'node:crypto'

import { Hash } from '#protocol/ids/hex.ts'
import { toHistoryKey } from '#protocol/status/historyFilters.ts'
import type { HistoryFilters } from '#protocol/status/status.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { HistoryPosition } from '../../storage/executions/history.ts'

/** The query that a cursor belongs to; `limit` may differ from page to page. */
export type CursorQuery = { account: string; sortBy: string; filters: HistoryFilters }

/** Writes the position after which the next page of a query begins. */
export function writeCursor(position: HistoryPosition, query: CursorQuery): string {
  const parts = [...toParts(query), position.timeMs, position.quoteId, ...digestFilters(query)]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/**
 * Reads a cursor of this query.
 *
 * @throws ServiceError INVALID_REQUEST when it belongs to another query or was made up.
 */
export function readCursor(text: string, query: CursorQuery): HistoryPosition {
  const [account, sortBy, timeMs, quoteId, ...filters] = parseCursor(text)
  const isOurs =
    JSON.stringify([account, sortBy, ...filters]) ===
    JSON.stringify([...toParts(query), ...digestFilters(query)])
  const id = Hash.safeParse(quoteId)
  if (isOurs && isTime(timeMs) && id.success) return { timeMs, quoteId: id.data }
  const message = 'The continuation belongs to another query.'
  throw new ServiceError('INVALID_REQUEST', message, {
    issues: [{ path: 'continuation', message }],
  })
}

function toParts({ account, sortBy }: CursorQuery): string[] {
  return [account, sortBy]
}

/** Empty without filters, so that cursors of clients that know none stay as they are. */
function digestFilters({ filters }: CursorQuery): string[] {
  const lines = Object.entries(filters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${toCanonical(value)}`]))
    .toSorted()
  if (lines.length === 0) return []
  return [createHash('sha256').update(lines.join('\n')).digest('base64url').slice(0, 22)]
}

function toCanonical(value: readonly string[] | number): string {
  return typeof value === 'number'
    ? String(value)
    : [...new Set(value.map(toHistoryKey))].toSorted().join()
}

/** Whether it is a time the database can hold, as clients can forge cursors. */
function isTime(timeMs: unknown): timeMs is number {
  return (
    typeof timeMs === 'number' && Number.isSafeInteger(timeMs) && timeMs >= 0 && timeMs < 2 ** 52
  )
}

function parseCursor(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Array.isArray(parsed) ? parsed : []
  } catch {
    // Not a cursor of ours; it is treated like one of another query.
    return []
  }
}
