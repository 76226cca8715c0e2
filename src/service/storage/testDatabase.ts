import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'

import { startEmbeddedServer } from './embeddedServer.ts'
import type { Storage } from './database.ts'
import { createStorage } from './storage.ts'

/** An empty database of its own on the machine's test server; `stop` drops it. */
export type TestDatabase = { storage: Storage; databaseUrl: string; stop: () => Promise<void> }

/**
 * Makes a migrated, empty database for one test file.
 *
 * All test files of this machine share one embedded server; the last to stop ends it.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const server = await startEmbeddedServer({
    dataDir: path.join(tmpdir(), `estuary-test-${process.getuid?.() ?? 0}`),
  })
  const name = `test_${randomBytes(8).toString('hex')}`
  await runOn(server.databaseUrl, `create database ${name}`)
  const url = new URL(server.databaseUrl)
  url.pathname = `/${name}`
  const storage = await createStorage({ databaseUrl: url.href })
  return {
    storage,
    databaseUrl: url.href,
    stop: async () => {
      await storage.stop()
      await runOn(server.databaseUrl, `drop database ${name} with (force)`)
      await server.stop()
    },
  }
}

async function runOn(databaseUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
