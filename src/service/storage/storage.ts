import { Pool, type PoolClient, type QueryResultRow, TypeOverrides, types } from 'pg'

import { type Database, getSqlState, type Storage } from './database.ts'
import { startEmbeddedServer } from './embedded/embeddedServer.ts'
import { migrate } from './migrations/migrate.ts'
import { createSemaphore } from './semaphore.ts'

/** SQLSTATE codes after which the same transaction may go through. */
const transient = new Set(['40001', '40P01'])
const maxAttempts = 5

/**
 * Connects to PostgreSQL and brings the schema up to date.
 *
 * @param options - `databaseUrl` of a server, or `dataDir` for the embedded one when there is none.
 *   `onError` hears about connections that break while idle. `connectMs`: how long a connection is waited
 *   for, a new one or one that others use.
 * @throws When the database cannot be reached or a migration fails.
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
  const turnstile = createSemaphore(maxTransactions)
  await migrate((work) => runTransaction(pool, work))
  return {
    ...database,
    transaction: (work) => turnstile(() => runTransaction(pool, work)),
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
 * Transactions at a time. Those that wait for one another's locks hold a connection each: without a
 * limit many at once leave none for anybody, and waiting for one ends in an error.
 */
const maxTransactions = 8

type PoolOptions = { onError?: (error: Error) => void; connectMs?: number }

/** Later whoever asked is better told to try again. */
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
  // The next statement on the pool opens another connection, and reports its own failure.
}

/** int8 and numeric come as bigint: every column of these types holds whole numbers. */
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
  // The pool listens only while it is idle: unheard, a connection that breaks now would end the process.
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
    // A connection that could not even roll back is thrown away.
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
    // Whatever the reason, the answer to "does it answer" is no; callers report it.
    return false
  }
}
