import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { HistoryFilters } from '#protocol/status/status.ts'
import type { Database, Storage } from '#service/storage/database.ts'
import { deleteEmbeddedServer } from '#service/storage/embedded/embeddedServer.ts'
import { findHistory, type HistoryPosition } from '#service/storage/executions/history.ts'
import { createStorage } from '#service/storage/storage.ts'
import type { BenchRow } from './benchReport.ts'
import { measureMedians } from './benchSample.ts'

const account = '0x00000000000000000000000000000000000b19ac'
/** Maximum page size, at which page 10,000 is the last of a million rows. */
const limit = 100
const pages = 10_000
/** Default page size. */
const defaultLimit = 20
const warmUps = 30
const runs = 300

/**
 * Measures the history of one account with 1,000,000 executions, in a database of its own: page 10,000
 * (by cursor) against page 1, and the service's query against the same query as a prepared statement.
 * Samples alternate, so that load on the machine affects all alike.
 *
 * Source of the limits: figures, "history query" (page 10,000 at most 1.5 x page 1; 0.7 of the
 * throughput, so 1 / 0.7 of the time).
 */
export async function benchHistory(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'estuary-bench-history-'))
  try {
    const storage = await createStorage({ dataDir })
    try {
      await fill(storage)
      return [...(await measure(storage, 'createdAt')), ...(await measure(storage, 'updatedAt'))]
    } finally {
      await storage.stop()
    }
  } finally {
    await deleteEmbeddedServer({ dataDir })
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Quotes have half a kilobyte here instead of three: their size is the same on every page. */
async function fill(storage: Storage): Promise<void> {
  await storage.transaction(async (inside) => {
    // The rows are consistent; checking a million foreign keys would take most of the time.
    await inside.query('set local session_replication_role = replica')
    await inside.query(
      `insert into executions (quote_id, phase, status, type, user_address, recipient, quote, from_blocks, created_at, updated_at)
       select '0x' || md5('a' || n) || md5('b' || n), 'done', 'COMPLETED', 'SWAP', $1, 'eip155:1:' || $1,
         jsonb_build_object('id', n, 'filler', repeat(md5(n::text), 14)), '{}',
         now() - n * interval '7 s', now() - n * interval '7 s' + (n % 5) * interval '1 s'
       from generate_series(1, $2::int) n`,
      [account, limit * pages],
    )
    await inside.query(
      `insert into execution_accounts (account, quote_id, created_at, updated_at, type, status, keys)
       select user_address, quote_id, created_at, updated_at, type, status, '{agg:usdc,agg:eth,eip155:1}'
       from executions`,
    )
  })
  await storage.query('vacuum analyze')
}

const common = { asset: ['agg:usdc'], status: ['COMPLETED'] } satisfies HistoryFilters
/** As many rows are looked at as a page may look at. */
const rare = { asset: ['agg:sol'] } satisfies HistoryFilters

type SortBy = 'createdAt' | 'updatedAt'

async function measure(storage: Storage, sortBy: SortBy): Promise<BenchRow[]> {
  const last = await findLastPage(storage, sortBy)
  const medians = await storage.transaction(async (inside) => {
    // One connection for all, so that none of them waits for the pool.
    await prepareRaw(inside, sortBy)
    const page = { account, limit, sortBy, after: undefined }
    const found = await measureMedians(
      [
        () => findHistory(inside, page),
        () => findHistory(inside, { ...page, after: last }),
        () => findHistory(inside, { ...page, limit: defaultLimit }),
        () => findHistory(inside, { ...page, filters: common }),
        () => findHistory(inside, { ...page, after: last, filters: common }),
        () => findHistory(inside, { ...page, filters: rare }),
        () => inside.query(`execute raw_history('${account}', ${defaultLimit + 1})`),
      ],
      { warmUps, runs },
    )
    await inside.query('deallocate raw_history')
    return found
  })
  const [first = 0, deepest = 0, usual = 0, filtered = 0, filteredDeep = 0, none = 0, raw = 0] =
    medians
  return [
    {
      what: `history by ${sortBy}, page ${pages} of ${limit} in a million, p50 of ${runs}`,
      measured: deepest,
      floor: { what: 'page 1', value: first },
      bar: 1.5 * first,
      unit: 'ms',
    },
    {
      what: `history by ${sortBy}, page 1 of ${defaultLimit} as the service asks, p50 of ${runs}`,
      measured: usual,
      floor: { what: 'the raw prepared statement', value: raw },
      bar: raw / 0.7,
      unit: 'ms',
    },
    {
      what: `history by ${sortBy} with filters that all fit, page ${pages} of ${limit}, p50 of ${runs}`,
      measured: filteredDeep,
      floor: { what: 'page 1 with filters', value: filtered },
      bar: 1.5 * filtered,
      unit: 'ms',
    },
    {
      what: `history by ${sortBy} with a filter that nothing fits, one page, p50 of ${runs}`,
      measured: none,
      floor: { what: 'page 1', value: first },
      bar: 50,
      unit: 'ms',
    },
  ]
}

/** Cursor of the last page. */
async function findLastPage(database: Database, sortBy: SortBy): Promise<HistoryPosition> {
  const column = columns[sortBy]
  const [row] = await database.query<{ time: Date; quoteId: string }>(
    `select ${column} as time, quote_id as "quoteId" from execution_accounts where account = $1
     order by ${column} desc, quote_id desc offset $2 limit 1`,
    [account, limit * (pages - 1) - 1],
  )
  if (!row) throw new Error('The last page was not found')
  return { timeMs: row.time.getTime(), quoteId: row.quoteId }
}

const columns = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

async function prepareRaw(database: Database, sortBy: SortBy): Promise<void> {
  const column = columns[sortBy]
  await database.query(
    `prepare raw_history (text, int) as
     select e.* from (select quote_id, ${column} from execution_accounts where account = $1
                      order by ${column} desc, quote_id desc limit $2) a
     join executions e using (quote_id) order by a.${column} desc, a.quote_id desc`,
  )
}
