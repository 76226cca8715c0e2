import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { Storage } from '#service/storage/database.ts'
import { deleteEmbeddedServer } from '#service/storage/embedded/embeddedServer.ts'
import { findHistory } from '#service/storage/executions/history.ts'
import { createStorage } from '#service/storage/storage.ts'
import { type BenchRow, measureMedians } from './benchSample.ts'

const account = '0x00000000000000000000000000000000000b19ac'
/** Maximum page size, at which page 10,000 is the last of a million rows. */
const limit = 100
const pages = 10_000
const samples = { warmUps: 30, runs: 300 }

/**
 * Measures the history of one account with 1,000,000 executions, in a database of its own: page 10,000
 * (by cursor) against page 1, and page 1 against the same query as a prepared statement.
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
      return await measure(storage)
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

async function measure(storage: Storage): Promise<BenchRow[]> {
  const [row] = await storage.query<{ time: Date; quoteId: string }>(
    `select created_at as time, quote_id as "quoteId" from execution_accounts where account = $1
     order by created_at desc, quote_id desc offset $2 limit 1`,
    [account, limit * (pages - 1) - 1],
  )
  if (!row) throw new Error('The last page was not found')
  const last = { timeMs: row.time.getTime(), quoteId: row.quoteId }
  const page = { account, limit, sortBy: 'createdAt', after: undefined } as const
  // One connection for all, so that none of them waits for the pool.
  const [first = 0, deepest = 0, raw = 0] = await storage.transaction(async (inside) => {
    await inside.query(
      `prepare raw_history (text, int) as
       select e.* from (select quote_id, created_at from execution_accounts where account = $1
                        order by created_at desc, quote_id desc limit $2) a
       join executions e using (quote_id) order by a.created_at desc, a.quote_id desc`,
    )
    return measureMedians(
      [
        () => findHistory(inside, page),
        () => findHistory(inside, { ...page, after: last }),
        () => inside.query(`execute raw_history('${account}', ${limit + 1})`),
      ],
      samples,
    )
  })
  return [
    {
      what: `history, page ${pages} of ${limit} rows, p50`,
      measured: deepest,
      floor: { what: 'page 1', value: first },
      bar: 1.5 * first,
      unit: 'ms',
    },
    {
      what: `history, page 1 of ${limit} rows, p50`,
      measured: first,
      floor: { what: 'raw prepared statement', value: raw },
      bar: raw / 0.7,
      unit: 'ms',
    },
  ]
}
