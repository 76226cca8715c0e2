import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

import { canEnter, findPostgresUser, type PostgresUser } from './postgresUser.ts'

/** Where a database server of an installation keeps what it has, and who runs it. */
export type DatabaseHome = {
  /** PostgreSQL's data folder; absent until it was made. */
  folder: string
  /** File with the password. */
  secret: string
  log: string
  /** Absent: the user that runs us. */
  user: PostgresUser | undefined
}

/** Folders for what the database user cannot reach inside a closed home folder. */
export const sharedFolder = '/var/lib/estuary'

/**
 * Gives the home of the database that belongs to a data folder: inside it, or under
 * `/var/lib/estuary` when the database user cannot enter it (a project under `/root`).
 */
export function getDatabaseHome(dataDir: string): DatabaseHome {
  const user = findPostgresUser()
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

/** Empty when it is not there: a server that ends takes it away at any moment. */
function readPidFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** Process id and port of `postmaster.pid` (lines 1 and 4). Source: PostgreSQL miscadmin.h. */
export function readPostmaster(home: DatabaseHome): { pid: number; port: number } | undefined {
  const [pid, , , port] = readPidFile(path.join(home.folder, 'postmaster.pid')).split('\n')
  return Number(pid) > 0 && Number(port) > 0 ? { pid: Number(pid), port: Number(port) } : undefined
}
