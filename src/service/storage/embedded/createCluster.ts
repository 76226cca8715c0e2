import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { type DatabaseHome, sharedFolder } from './databaseHome.ts'

/**
 * Creates the data folder of a database server with a new password, unless it exists.
 *
 * It is created under another name and renamed once complete, so that an interrupted one is never
 * used. Existing files in its place are never deleted.
 *
 * @param options.initdb - Path of PostgreSQL's `initdb`.
 * @param options.signal - Aborts the creation.
 * @throws Error in one sentence when it cannot be created, or another folder is in its place.
 */
export async function createCluster(
  home: DatabaseHome,
  options: { initdb: string; signal?: AbortSignal | undefined },
): Promise<void> {
  if (existsSync(path.join(home.folder, 'PG_VERSION'))) return
  if (existsSync(home.folder)) throw new Error(`${home.folder} is not a database`)
  mkdirSync(path.dirname(home.folder), { recursive: true, mode: 0o755 })
  // The database user must be able to enter our own shared folder, whatever the umask.
  if (path.dirname(home.folder) === sharedFolder) chmodSync(sharedFolder, 0o755)
  removeUnfinished(home.folder)
  const unfinished = `${home.folder}.new-${process.pid}`
  try {
    const password = randomBytes(24).toString('hex')
    const { initdb, signal } = options
    await runInitdb(unfinished, { initdb, signal, home, password })
    writeFileSync(home.secret, password, { mode: 0o600 })
    renameSync(unfinished, home.folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(path.dirname(folder)))
    if (name.startsWith(`${path.basename(folder)}.new-`))
      rmSync(path.join(path.dirname(folder), name), { recursive: true, force: true })
}

type InitdbOptions = {
  initdb: string
  signal?: AbortSignal | undefined
  home: DatabaseHome
  password: string
}

async function runInitdb(folder: string, options: InitdbOptions): Promise<void> {
  const { user } = options.home
  mkdirSync(folder, { mode: 0o700 })
  const passwordFile = `${folder}.password`
  writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 })
  if (user) for (const place of [folder, passwordFile]) chownSync(place, user.uid, user.gid)
  const child = spawn(
    options.initdb,
    [
      `--pgdata=${folder}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
    ],
    {
      ...user,
      cwd: '/',
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
      // In its own process group, so that Ctrl-C reaches it through `signal` only.
      detached: true,
    },
  )
  try {
    await waitForEnd(child, options.signal)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

function waitForEnd(child: ChildProcess, signal: AbortSignal | undefined): Promise<void> {
  const output: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  function end(): void {
    child.kill('SIGTERM')
  }
  if (signal?.aborted === true) end()
  signal?.addEventListener('abort', end, { once: true })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      signal?.removeEventListener('abort', end)
      const lines = output.join('').trim().split('\n')
      // What follows an error tells only that initdb cleans up.
      const reason = lines.find((line) => /error|fatal|could not/i.test(line)) ?? lines.at(-1) ?? ''
      if (code === 0) resolve()
      else reject(new Error(`it cannot be created: ${reason || `initdb ended with ${code}`}`))
    })
  })
}
