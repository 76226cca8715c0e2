import { createHash, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'

import { hangMs } from '#testing/hangMs.ts'
import { startEmbeddedServer } from '#service/storage/embedded/embeddedServer.ts'
import type { Storage } from '#service/storage/database.ts'
import { migrations } from '#service/storage/migrations/migrate.ts'
import { createStorage } from '#service/storage/storage.ts'

/** A database on the machine's test server; `stop` drops it. */
export type TestDatabase = {
  storage: Storage
  databaseUrl: string
  /** Copies this database. Ends its connections: call it while nothing uses it. */
  copy: () => Promise<TestDatabase>
  stop: () => Promise<void>
}

/** Name of the migrated, empty template database. */
const base = `base_${createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)}`

/** Durability settings that are off for speed. Tests of durability start servers of their own. */
const durability = ['fsync', 'synchronous_commit', 'full_page_writes']

/**
 * Creates a migrated, empty database for one test file.
 *
 * All test files of a run share one embedded server; the last to stop shuts it down.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const server = await startEmbeddedServer({
    dataDir: path.join(tmpdir(), `estuary-test-${process.getuid?.() ?? 0}`),
  })
  const name = `test_${randomBytes(8).toString('hex')}`
  await withClient(server.databaseUrl, async (client) => {
    // One at a time: PostgreSQL copies a template only while nothing is connected to it.
    await client.query('select pg_advisory_lock(1)')
    await makeBase(client, server.databaseUrl)
    await client.query(`create database ${name} template ${base}`)
  })
  const database = await openDatabase(server.databaseUrl, name)
  return {
    ...database,
    async stop() {
      await database.stop()
      await server.stop()
    },
  }
}

/** A {@link TestDatabase} for all tests of a file. Call it once, at the top level of the file. */
export function setUpDatabase(): Omit<TestDatabase, 'stop'> {
  let running: TestDatabase | undefined
  beforeAll(async () => {
    running = await startTestDatabase()
  })
  afterAll(() => running?.stop())

  function getRunning(): TestDatabase {
    if (!running) throw new Error('The database runs only inside of tests and hooks.')
    return running
  }
  return {
    get storage() {
      return getRunning().storage
    },
    get databaseUrl() {
      return getRunning().databaseUrl
    },
    copy: () => getRunning().copy(),
  }
}

async function openDatabase(serverUrl: string, name: string): Promise<TestDatabase> {
  const databaseUrl = buildUrl(serverUrl, name)
  const storage = await createStorage({ databaseUrl, connectMs: hangMs })
  return {
    storage,
    databaseUrl,
    async copy() {
      const copied = `test_${randomBytes(8).toString('hex')}`
      await withClient(serverUrl, async (client) => {
        const idle = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
        await client.query(idle, [name])
        await client.query(`create database ${copied} template ${name}`)
      })
      return openDatabase(serverUrl, copied)
    },
    async stop() {
      await storage.stop()
      await withClient(serverUrl, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

/** Creates the template database unless it exists. */
async function makeBase(client: Client, serverUrl: string): Promise<void> {
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [base])
  if (rows.length > 0) return
  for (const setting of durability) await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  const unfinished = `${base}_${randomBytes(4).toString('hex')}`
  await client.query(`create database ${unfinished}`)
  await (
    await createStorage({ databaseUrl: buildUrl(serverUrl, unfinished), connectMs: hangMs })
  ).stop()
  await client.query(`alter database ${unfinished} rename to ${base}`)
}

function buildUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function withClient(
  databaseUrl: string,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
