import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

import { isProcessAlive, withFileLock } from './fileLock.ts'
import { postgresBinaries, type PostgresBinaries } from './postgresBinaries.ts'
import { canEnter, postgresUser, type PostgresUser } from './postgresUser.ts'

/** A database server of this installation. */
export type EmbeddedServer = {
  databaseUrl: string
  /** The server's process; undefined when it does not run. */
  pid: () => number | undefined
  /** Ends the server, unless another process is still connected to it. */
  stop: () => Promise<void>
}

type Home = { folder: string; secret: string; log: string; user: PostgresUser | undefined }

/** Folders for what the database user cannot reach inside a closed home folder. */
const sharedFolder = '/var/lib/estuary'

/**
 * Starts the PostgreSQL server that npm ships, or attaches to the one already running.
 *
 * The data lives under `dataDir`; when the database user cannot enter it (a project under `/root`),
 * under `/var/lib/estuary` in a folder that belongs to this `dataDir`. The server is a process of
 * its own: it survives a SIGKILL of the service and is found again by its `postmaster.pid`.
 *
 * @throws Error with the end of the server's log when it does not come up.
 */
export async function startEmbeddedServer(options: { dataDir: string }): Promise<EmbeddedServer> {
  const dataDir = path.resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const user = postgresUser()
  const home = homeOf(dataDir, user)
  const lock = path.join(dataDir, 'database.lock')
  // The connection shows others, from before the lock is given back, that the server is in use.
  const { databaseUrl, inUse } = await withFileLock(lock, {
    timeoutMs: 60_000,
    work: () => attach(home),
  })
  return {
    databaseUrl,
    pid: () => postmaster(home)?.pid,
    async stop() {
      await inUse.end()
      await withFileLock(lock, {
        timeoutMs: 60_000,
        work: () => stopWhenUnused(home, databaseUrl),
      })
    },
  }
}

async function attach(home: Home): Promise<{ databaseUrl: string; inUse: Client }> {
  const databaseUrl = await attachOrStart(home)
  const inUse = new Client({ connectionString: databaseUrl })
  // A server that goes away is told by the statements that need it.
  inUse.on('error', () => undefined)
  await inUse.connect()
  return { databaseUrl, inUse }
}

/** Ends the server of this installation, whoever uses it, and deletes its data. */
export async function deleteEmbeddedServer(options: { dataDir: string }): Promise<void> {
  const home = homeOf(path.resolve(options.dataDir), postgresUser())
  await endServer(home)
  rmSync(home.folder, { recursive: true, force: true })
}

async function attachOrStart(home: Home): Promise<string> {
  const binaries = postgresBinaries({
    user: home.user,
    copyTo: path.join(sharedFolder, 'postgres-18.4'),
  })
  if (!existsSync(path.join(home.folder, 'PG_VERSION'))) initialise(home, binaries)
  for (let attempt = 1; ; attempt++) {
    const running = await runningUrl(home)
    if (running !== undefined) return running
    try {
      return await start(home, binaries)
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}

function homeOf(dataDir: string, user: PostgresUser | undefined): Home {
  const secret = path.join(dataDir, 'database.secret')
  const inside = path.join(dataDir, 'database')
  const log = path.join(dataDir, 'database.log')
  if (canEnter(dataDir, user)) return { folder: inside, secret, log, user }
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const folder = path.join(sharedFolder, name)
  // A data folder that was deleted took its secret along: what stands outside is then of no use.
  if (!existsSync(secret)) rmSync(folder, { recursive: true, force: true })
  return { folder, secret, log, user }
}

function initialise(home: Home, binaries: PostgresBinaries): void {
  rmSync(home.folder, { recursive: true, force: true })
  mkdirSync(home.folder, { recursive: true, mode: 0o700 })
  chmodSync(path.dirname(home.folder), 0o755)
  const password = randomBytes(24).toString('hex')
  writeFileSync(home.secret, password, { mode: 0o600 })
  const passwordFile = `${home.folder}.password`
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (home.user) {
    chownSync(home.folder, home.user.uid, home.user.gid)
    chownSync(passwordFile, home.user.uid, home.user.gid)
  }
  const result = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${home.folder}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
    ],
    { ...home.user, cwd: '/', encoding: 'utf8', env: { LC_ALL: 'C' } },
  )
  rmSync(passwordFile, { force: true })
  if (result.status === 0) return
  rmSync(home.folder, { recursive: true, force: true })
  throw new Error(`The database could not be created: ${result.stderr || String(result.error)}`)
}

async function start(home: Home, binaries: PostgresBinaries): Promise<string> {
  const port = await freePort()
  const log = openSync(home.log, 'a', 0o600)
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=64MB',
  ]
  const child = spawn(
    binaries.postgres,
    ['-D', home.folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...home.user,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: { LC_ALL: 'C', TZ: 'UTC' },
    },
  )
  // Its failure to start shows below, with the log.
  child.once('error', () => undefined)
  child.unref()
  const deadline = Date.now() + 30_000
  while (child.pid !== undefined && child.exitCode === null && Date.now() < deadline) {
    const url = await runningUrl(home)
    if (url !== undefined) return url
    await wait(20)
  }
  throw new Error(`The database did not start: ${readFileSync(home.log, 'utf8').slice(-800)}`)
}

/** The address of the server that runs on this home and answers; undefined when there is none. */
async function runningUrl(home: Home): Promise<string | undefined> {
  const running = postmaster(home)
  if (!running || !isProcessAlive(running.pid)) return undefined
  const password = readFileSync(home.secret, 'utf8')
  const url = `postgres://postgres:${password}@127.0.0.1:${running.port}/postgres`
  return (await answers(url)) ? url : undefined
}

/** Process id and port of `postmaster.pid` (lines 1 and 4). Source: PostgreSQL miscadmin.h. */
function postmaster(home: Home): { pid: number; port: number } | undefined {
  const file = path.join(home.folder, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n')
  return Number(pid) > 0 && Number(port) > 0 ? { pid: Number(pid), port: Number(port) } : undefined
}

async function answers(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    // Not up yet, or another program on that port: either way it is not ours to use.
    return false
  } finally {
    await client.end()
  }
}

async function stopWhenUnused(home: Home, databaseUrl: string): Promise<void> {
  const running = postmaster(home)
  if (!running || !isProcessAlive(running.pid)) return
  if (await isUsedByOthers(databaseUrl)) return
  await endServer(home)
}

async function endServer(home: Home): Promise<void> {
  const running = postmaster(home)
  if (!running || !isProcessAlive(running.pid)) return
  process.kill(running.pid, 'SIGINT')
  const deadline = Date.now() + 10_000
  while (postmaster(home) && isProcessAlive(running.pid) && Date.now() < deadline) await wait(20)
}

async function isUsedByOthers(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  // The server notices a moment later that a connection was closed.
  const deadline = Date.now() + 500
  try {
    while (await hasOthers(client)) {
      if (Date.now() > deadline) return true
      await wait(20)
    }
    return false
  } finally {
    await client.end()
  }
}

async function hasOthers(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return (rows[0]?.others ?? 0) > 0
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address
          ? resolve(address.port)
          : reject(new Error('No free port was given.')),
      )
    })
  })
}
