import pg from 'pg'

import { migrate } from './migrate.ts'
import { startEmbeddedServer } from './embeddedServer.ts'

/** Runs one SQL statement and gives its rows. Values of `$1`, `$2` ... stand in `values`. */
export type Database = {
  query: <Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<Row[]>
}

/** The database of the service: single statements, transactions, and how it lives. */
export type Storage = Database & {
  /**
   * Runs `work` in one transaction; what it throws rolls everything back.
   * Tried again from the start on a serialization failure (40001) or a deadlock (40P01), so `work`
   * does nothing outside the database that must not happen twice.
   */
  transaction: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>
  /** Whether the database answers now. */
  isReady: () => Promise<boolean>
  /** The database's clock: what leases and expiries are compared with. */
  now: () => Promise<Date>
  /** Address of the database, with its password: for child processes only, never for logs. */
  databaseUrl: string
  /** Closes the connections, and the embedded server when no other process uses it. */
  stop: () => Promise<void>
}

/** SQLSTATE codes after which the same transaction may go through. */
const transient = new Set(['40001', '40P01'])
const maxAttempts = 5

/**
 * Connects to PostgreSQL and brings the schema up to date.
 *
 * @param options - `databaseUrl` of a server, or `dataDir` for the embedded one when there is none.
 *   `onError` hears about connections that break while idle.
 * @throws When the database cannot be reached or a migration fails.
 */
export async function createStorage(options: {
  databaseUrl?: string | undefined
  dataDir?: string | undefined
  onError?: (error: Error) => void
}): Promise<Storage> {
  const server =
    options.databaseUrl === undefined
      ? await startEmbeddedServer({ dataDir: options.dataDir ?? '.estuary' })
      : undefined
  const databaseUrl = options.databaseUrl ?? server?.databaseUrl ?? ''
  const pool = openPool(databaseUrl, options.onError)
  const database = databaseOf(pool)
  const transaction: Storage['transaction'] = (work) => runTransaction(pool, work)
  await migrate(transaction)
  return {
    ...database,
    transaction,
    isReady: () => answers(database),
    now: () => databaseTime(database),
    databaseUrl,
    stop: async () => {
      await pool.end()
      await server?.stop()
    },
  }
}

/** The error code of PostgreSQL, such as `23505`; undefined when the error is another one. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

function openPool(connectionString: string, onError: (error: Error) => void = ignore): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 12,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    types: { getTypeParser },
  })
  // Without a handler, a connection that breaks while idle ends the process.
  pool.on('error', onError)
  return pool
}

function ignore(): void {
  // The next statement on the pool opens another connection, and reports its own failure.
}

const bigintTypes = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

/** int8 and numeric come as bigint: every column of these types holds whole numbers. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (bigintTypes.has(oid)) return BigInt
  return format === 'binary'
    ? pg.types.getTypeParser(oid, 'binary')
    : pg.types.getTypeParser(oid, 'text')
}

function databaseOf(client: pg.Pool | pg.PoolClient): Database {
  return {
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      const result = await client.query<Row>(text, [...values])
      return result.rows
    },
  }
}

async function runTransaction<Result>(
  pool: pg.Pool,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(pool, work)
    } catch (error) {
      if (attempt === maxAttempts || !transient.has(sqlState(error) ?? '')) throw error
    }
  }
}

async function runOnce<Result>(
  pool: pg.Pool,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(databaseOf(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    // A connection that could not even roll back is thrown away.
    client.release(broken)
  }
}

async function databaseTime(database: Database): Promise<Date> {
  const [row] = await database.query<{ now: Date }>('select clock_timestamp() as now')
  if (!row) throw new Error('The database gave no time.')
  return row.now
}

async function answers(database: Database): Promise<boolean> {
  try {
    await database.query('select 1')
    return true
  } catch {
    // Whatever the reason, the answer to "does it answer" is no; callers report it.
    return false
  }
}
