import { Pool, type PoolClient, type QueryResultRow, TypeOverrides, types } from 'pg'

import { type Database, getSqlState, type Storage } from './database.ts'
import { startEmbeddedServer } from './embedded/embeddedServer.ts'
import { migrate } from './migrations/migrate.ts'
import { createSemaphore } from './semaphore.ts'

/** SQLSTATE codes after which a transaction is run again. */
const transient = new Set(['40001', '40P01'])
const maxAttempts = 5

/**
 * Connects to PostgreSQL and brings the schema up to date.
 *
 * @param options - `databaseUrl` of a server; without it, the embedded one under `dataDir` is used.
 *   `onError` is called when an idle connection breaks. `connectMs` is how long to wait for a
 *   connection, new or in use, in milliseconds.
 * @throws Error when the database cannot be reached or a migration fails.
 */
export async function createStorage(options: {
  databaseUrl?: string | undefined
  dataDir?: string | undefined
  onError?: (error: Error) => void
  connectMs?: number
}): Promise<Storage> {
  const server =
    options.databaseUrl === undefined
      ? await startEmbeddedServer({ dataDir: options.dataDir ?? '.estuary' })
      : undefined
  const databaseUrl = options.databaseUrl ?? server?.databaseUrl ?? ''
  const pool = openPool(databaseUrl, options)
  const database = toDatabase(pool)
  const limit = createSemaphore(maxTransactions)
  await migrate((work) => runTransaction(pool, work))
  return {
    ...database,
    transaction: (work) => limit(() => runTransaction(pool, work)),
    isReady: () => isAnswering(database),
    now: () => readDatabaseTime(database),
    databaseUrl,
    stop: async () => {
      await pool.end()
      await server?.stop()
    },
  }
}

const maxConnections = 12
/**
 * Most transactions at a time. Those waiting for each other's locks hold a connection each, so
 * without a limit they could take all connections, and other statements would time out.
 */
const maxTransactions = 8

type PoolOptions = { onError?: (error: Error) => void; connectMs?: number }

/** Most time to wait for a connection; longer, a client is better told to try again. */
const defaultConnectMs = 3_000

function openPool(
  connectionString: string,
  { onError = ignore, connectMs = defaultConnectMs }: PoolOptions,
): Pool {
  const pool = new Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    types: createBigintTypes(),
  })
  // Without a handler, a connection that breaks while idle ends the process.
  pool.on('error', onError)
  return pool
}

function ignore(): void {
  // The next statement opens another connection, and reports its own error.
}

/** Parses int8 and numeric as bigint: every column of these types holds whole numbers. */
function createBigintTypes(): TypeOverrides {
  const overrides = new TypeOverrides()
  overrides.setTypeParser(types.builtins.INT8, BigInt)
  overrides.setTypeParser(types.builtins.NUMERIC, BigInt)
  return overrides
}

function toDatabase(client: Pool | PoolClient): Database {
  return {
    query: async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      const result = await client.query<Row>(text, [...values])
      return result.rows
    },
  }
}

async function runTransaction<Result>(
  pool: Pool,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(pool, work)
    } catch (error) {
      if (attempt === maxAttempts || !transient.has(getSqlState(error) ?? '')) throw error
    }
  }
}

async function runOnce<Result>(
  pool: Pool,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  // The pool handles errors of idle connections only; unhandled, this one would end the process.
  function noteBroken(error: Error): void {
    broken = error
  }
  client.on('error', noteBroken)
  try {
    await client.query('begin')
    const result = await work(toDatabase(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(noteBroken)
    throw error
  } finally {
    client.off('error', noteBroken)
    // A connection that could not roll back is discarded.
    client.release(broken)
  }
}

async function readDatabaseTime(database: Database): Promise<Date> {
  const [row] = await database.query<{ now: Date }>('select clock_timestamp() as now')
  if (!row) throw new Error('The database gave no time.')
  return row.now
}

async function isAnswering(database: Database): Promise<boolean> {
  try {
    await database.query('select 1')
    return true
  } catch {
    // Not ready, whatever the reason; callers report it.
    return false
  }
}
