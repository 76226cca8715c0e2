import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startEmbeddedServer } from './embeddedServer.ts'
import { createStorage } from './storage.ts'

let dataDir: string
beforeAll(() => {
  dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'estuary-server-')), 'data')
})
afterAll(() => rmSync(path.dirname(dataDir), { recursive: true, force: true }))

test('a server that outlived its process is found again, with what it was told', async () => {
  // A process of its own starts the server, writes, and is killed.
  const file = fileURLToPath(new URL('./storage.ts', import.meta.url))
  const program = `
    import { createStorage } from ${JSON.stringify(file)}
    const storage = await createStorage({ dataDir: ${JSON.stringify(dataDir)} })
    await storage.query("insert into signer_nonces values ('c', 'kept', 7)")
    process.kill(process.pid, 'SIGKILL')`
  const args = ['--import', 'tsx', '--input-type=module', '-e', program]
  expect(spawnSync(process.execPath, args, { timeout: 60_000 }).signal).toBe('SIGKILL')
  const storage = await createStorage({ dataDir })
  expect(await storage.query("select next_nonce from signer_nonces where signer = 'kept'")).toEqual(
    [{ next_nonce: 7n }],
  )
  await storage.stop()
  expect(isRunning()).toBe(false)
}, 90_000)

test('processes that start at once share one server; the last to stop ends it', async () => {
  const [first, second] = await Promise.all([
    createStorage({ dataDir }),
    createStorage({ dataDir }),
  ])
  expect(second.databaseUrl).toBe(first.databaseUrl)
  await first.stop()
  expect(await second.isReady()).toBe(true)
  await second.stop()
  expect(isRunning()).toBe(false)
}, 60_000)

test('the password keeps others out', async () => {
  const server = await startEmbeddedServer({ dataDir })
  const url = new URL(server.databaseUrl)
  url.password = 'guess'
  await expect(createStorage({ databaseUrl: url.href })).rejects.toMatchObject({ code: '28P01' })
  await server.stop()
}, 60_000)

function isRunning(): boolean {
  return existsSync(path.join(dataDir, 'database', 'postmaster.pid'))
}
