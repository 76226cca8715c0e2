import { Pool, type PoolClient, type QueryResultRow, TypeOverrides, types } from 'pg'

import { type Database, getSqlState, type Storage } from './database.ts'
import { hasEmbeddedDatabase, startEmbeddedServer } from './embedded/embeddedServer.ts'
import { checkSchema, migrate } from './migrations/migrate.ts'

/** SQLSTATE codes after which a transaction is run again. */
const transient = new Set(['40001', '40P01'])
const maxAttempts = 5

type StorageOptions = {
  /** The embedded server under `dataDir` when absent. */
  databaseUrl?: string | undefined
  dataDir?: string | undefined
  /** Called when an idle connection breaks. */
  onError?: (error: Error) => void
  /** How long to wait for a connection, new or in use, milliseconds. */
  connectMs?: number
}

/**
 * Connects to PostgreSQL and brings the schema up to date.
 *
 * @param options.network - Name of the network that uses the database; any when absent.
 * @throws Error when the database cannot be reached, belongs to another network or a newer program,
 *   or a migration fails.
 */
export async function createStorage(
  options: StorageOptions & { network?: string },
): Promise<Storage> {
  return connect(options, async (storage) => {
    await migrate(storage.transaction)
    if (options.network !== undefined) await claimFor(options.network, storage)
  })
}

/**
 * Connects to a database that exists already, and changes none of its tables.
 *
 * @throws Error with one sentence when there is none, or one of another version.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { databaseUrl, dataDir = defaultDataDir } = options
  if (databaseUrl === undefined && !hasEmbeddedDatabase(dataDir))
    throw new Error(
      `There is no database in ${dataDir}: set DATABASE_URL, for example with node --env-file=FILE, or DATA_DIR.`,
    )
  return connect(options, (storage) => checkSchema(storage))
}

const defaultDataDir = '.estuary'

async function connect(
  options: StorageOptions,
  prepare: (storage: Storage) => Promise<void>,
): Promise<Storage> {
  if (options.databaseUrl !== undefined && !/^postgres(ql)?:\/\/./.test(options.databaseUrl))
    throw new Error(
      'DATABASE_URL is no address of a database, such as postgres://user:password@127.0.0.1:5432/estuary.',
    )
  const server =
    options.databaseUrl === undefined
      ? await startEmbeddedServer({ dataDir: options.dataDir ?? defaultDataDir })
      : undefined
  const databaseUrl = options.databaseUrl ?? server?.databaseUrl ?? ''
  const pool = openPool(databaseUrl, options)
  const database = toDatabase(pool)
  const limit = createSemaphore(maxTransactions)
  const storage: Storage = {
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
  try {
    await prepare(storage)
  } catch (error) {
    await storage.stop()
    throw describeUnreachable(error, databaseUrl) ?? error
  }
  return storage
}

/** What Node says of a database that is not there names neither the database nor what to do. */
function describeUnreachable(cause: unknown, databaseUrl: string): Error | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code !== 'ECONNREFUSED' && code !== 'ENOTFOUND' && code !== 'EHOSTUNREACH') return undefined
  const { host } = new URL(databaseUrl)
  return new Error(`The database at ${host} does not answer (${code}): check DATABASE_URL.`, {
    cause,
  })
}

/** Executions of one network mean nothing to another: its contracts and keys are others. */
async function claimFor(network: string, { query }: Database): Promise<void> {
  await query('insert into served_network (name) values ($1) on conflict do nothing', [network])
  const [served] = await query<{ name: string }>('select name from served_network')
  if (served && served.name !== network)
    throw new Error(
      `The database belongs to the network ${served.name}, and NETWORK is ${network}: set another DATABASE_URL, DATA_DIR or NETWORK.`,
    )
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

/** Limits how many tasks run at a time; the others wait in order of arrival. */
type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Creates a semaphore. Waiting tasks hold no resources.
 *
 * @param places - Most tasks that run at a time.
 */
export function createSemaphore(places: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Pass the place on to the next task, or free it.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
