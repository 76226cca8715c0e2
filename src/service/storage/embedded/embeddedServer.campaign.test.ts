import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn, setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startEmbeddedServer } from './embeddedServer.ts'
import { createStorage } from '../storage.ts'

let dataDir: string
beforeAll(() => {
  const home = mkdtempSync(path.join(tmpdir(), 'estuary-server-'))
  // The database's user must get in, or the database stands elsewhere.
  chmodSync(home, 0o755)
  dataDir = path.join(home, 'data')
})
afterAll(() => rmSync(path.dirname(dataDir), { recursive: true, force: true }))

test('a server that outlived its process is found again, with what it was told', async () => {
  // A process of its own starts the server, writes, and is killed.
  const file = fileURLToPath(new URL('../storage.ts', import.meta.url))
  const program = `
    import { createStorage } from ${JSON.stringify(file)}
    const storage = await createStorage({ dataDir: ${JSON.stringify(dataDir)} })
    await storage.query("insert into signer_nonces values ('c', 'kept', 7)")
    process.kill(process.pid, 'SIGKILL')`
  const args = ['--import', 'tsx', '--input-type=module', '-e', program]
  expect(spawnSync(process.execPath, args).signal).toBe('SIGKILL')
  const storage = await createStorage({ dataDir })
  expect(await storage.query("select next_nonce from signer_nonces where signer = 'kept'")).toEqual(
    [{ next_nonce: 7n }],
  )
  await storage.stop()
  expect(isRunning()).toBe(false)
})

test('a data folder is as open to others after a start as before', async () => {
  const closed = path.join(path.dirname(dataDir), 'closed')
  // The minimum for the database's user: traverse only.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  mkdirSync(closed)
  chmodSync(closed, mode)
  const storage = await createStorage({ dataDir: closed })
  await storage.stop()
  expect(existsSync(path.join(closed, 'database'))).toBe(true)
  expect((statSync(closed).mode & 0o777).toString(8)).toBe(mode.toString(8))
})

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
})

test('who stops while its server was ended and another is started leaves that one alone', async () => {
  const first = await startEmbeddedServer({ dataDir })
  process.kill(postmasterPid(), 'SIGINT')
  await expect.poll(isRunning).toBe(false)
  const second = await createStorage({ dataDir })
  expect(second.databaseUrl).not.toBe(first.databaseUrl)
  await first.stop()
  expect(await second.isReady()).toBe(true)
  await second.stop()
  expect(isRunning()).toBe(false)
})

test('a server that takes seconds to answer is slow, not gone', async () => {
  const first = await createStorage({ dataDir })
  const pid = postmasterPid()
  process.kill(pid, 'SIGSTOP')
  const joining = createStorage({ dataDir })
  const outcome = await Promise.race([
    joining.catch((error: unknown) => error),
    after(4_000, 'still waiting'),
  ])
  process.kill(pid, 'SIGCONT')
  expect(outcome).toBe('still waiting')
  const second = await joining
  expect(second.databaseUrl).toBe(first.databaseUrl)
  expect(postmasterPid()).toBe(pid)
  // A second server over the same files would have complained here.
  expect(readFileSync(path.join(dataDir, 'database.log'), 'utf8')).not.toContain('already exists')
  await first.stop()
  await second.stop()
})

test('the password keeps others out', async () => {
  const server = await startEmbeddedServer({ dataDir })
  const url = new URL(server.databaseUrl)
  url.password = 'guess'
  await expect(createStorage({ databaseUrl: url.href })).rejects.toMatchObject({ code: '28P01' })
  await server.stop()
})

function isRunning(): boolean {
  return existsSync(path.join(dataDir, 'database', 'postmaster.pid'))
}

function postmasterPid(): number {
  return Number(
    readFileSync(path.join(dataDir, 'database', 'postmaster.pid'), 'utf8').split('\n')[0],
  )
}

test('a start that is called off leaves no server and no half database, whenever that happens', async () => {
  const place = mkdtempSync(path.join(tmpdir(), 'estuary-called-off-'))
  chmodSync(place, 0o755)
  for (const seen of ['database.lock', 'database.new-', 'database.log', 'postmaster.pid']) {
    const stop = new AbortController()
    const starting = startEmbeddedServer({ dataDir: place, signal: stop.signal })
    const outcome = starting.then(async (server) => {
      await server.stop()
      return 'started'
    }, String)
    while (!readdirSync(place, { recursive: true }).some((name) => String(name).includes(seen)))
      await nextTurn()
    stop.abort(new Error('called off'))
    // The last check may come late; a server that is up by then is stopped like any other.
    const ends =
      seen === 'postmaster.pid' ? ['Error: called off', 'started'] : ['Error: called off']
    expect(ends).toContain(await outcome)
    expect(existsSync(path.join(place, 'database', 'postmaster.pid'))).toBe(false)
    expect(readdirSync(place).filter((name) => name.includes('.new-'))).toEqual([])
    rmSync(path.join(place, 'database.log'), { force: true })
  }
  const server = await startEmbeddedServer({ dataDir: place })
  await server.stop()
  rmSync(place, { recursive: true })
})

// Only root can give a folder away.
test.runIf(process.getuid?.() === 0)(
  'a database of another user is named with its owner, and nobody is told to delete it',
  async () => {
    const place = mkdtempSync(path.join(tmpdir(), 'estuary-foreign-'))
    chmodSync(place, 0o755)
    mkdirSync(path.join(place, 'database'))
    chownSync(path.join(place, 'database'), 2, 2)
    await expect(startEmbeddedServer({ dataDir: place })).rejects.toThrow(
      /\(it belongs to the user \w+\): start as that user, or choose another folder with DATA_DIR\.$/,
    )
    rmSync(place, { recursive: true })
  },
)

test('what is not a database, or a damaged one, is said in one sentence and left as it is', async () => {
  const place = mkdtempSync(path.join(tmpdir(), 'estuary-damaged-'))
  chmodSync(place, 0o755)
  const letter = path.join(place, 'database', 'letter')
  mkdirSync(path.dirname(letter))
  writeFileSync(letter, 'dear')
  const sentence = /^The database in \S+ does not start \([^\n]+\); "npm run reset" starts anew\.$/
  await expect(startEmbeddedServer({ dataDir: place })).rejects.toThrow(sentence)
  expect(readFileSync(letter, 'utf8')).toBe('dear')
  rmSync(path.dirname(letter), { recursive: true })

  const server = await startEmbeddedServer({ dataDir: place })
  await server.stop()
  writeFileSync(path.join(place, 'database', 'global', 'pg_control'), 'damaged')
  await expect(startEmbeddedServer({ dataDir: place })).rejects.toThrow(sentence)
  await expect(startEmbeddedServer({ dataDir: place })).rejects.toThrow('pg_control')
  rmSync(place, { recursive: true })
})
