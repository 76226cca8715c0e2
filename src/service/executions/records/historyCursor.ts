import { createHash } from 'node:crypto'

import { z } from 'zod/mini'

import { Hash } from '#protocol/ids/hex.ts'
import { toHistoryKey } from '#protocol/status/historyFilters.ts'
import type { HistoryFilters } from '#protocol/status/status.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { HistoryPosition } from '../../storage/executions/history.ts'

/** The query that a cursor belongs to; `limit` may differ from page to page. */
export type CursorQuery = { account: string; sortBy: string; filters: HistoryFilters }

/** Clients can forge a cursor; its time is one that the database can hold. */
const Cursor = z.tuple(
  [z.string(), z.string(), z.int().check(z.minimum(0), z.maximum(2 ** 52 - 1)), Hash],
  z.string(),
)

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
  const { data } = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
  if (data) {
    const [account, sortBy, timeMs, quoteId, ...filters] = data
    const isOurs =
      JSON.stringify([account, sortBy, ...filters]) ===
      JSON.stringify([...toParts(query), ...digestFilters(query)])
    if (isOurs) return { timeMs, quoteId }
  }
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not a cursor of ours; it is treated like one of another query.
    return undefined
  }
}
