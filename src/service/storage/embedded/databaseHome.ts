import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'

import { readIfPresent } from './fileLock.ts'
import { canEnter, findPostgresUser, type PostgresUser } from './postgresUser.ts'

/** The files of an installation's database server, and the user that runs it. */
export type DatabaseHome = {
  /** Path of PostgreSQL's data folder, which may not exist yet. */
  folder: string
  /** Path of the file with the password. */
  secret: string
  log: string
  /** Undefined for the current user. */
  user: PostgresUser | undefined
}

/** Parent of the data folders that the database user could not reach in a home folder. */
export const sharedFolder = '/var/lib/estuary'

/**
 * Returns the database files of a data directory: inside it, or under `/var/lib/estuary` when the
 * database user cannot enter it (a project under `/root`).
 */
export function getDatabaseHome(dataDir: string): DatabaseHome {
  const user = findPostgresUser()
  const secret = path.join(dataDir, 'database.secret')
  const inside = path.join(dataDir, 'database')
  const log = path.join(dataDir, 'database.log')
  if (canEnter(dataDir, user)) return { folder: inside, secret, log, user }
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const folder = path.join(sharedFolder, name)
  // The password was deleted with the data directory, so a folder outside it is useless.
  if (!existsSync(secret)) rmSync(folder, { recursive: true, force: true })
  return { folder, secret, log, user }
}

/** Process id and port of `postmaster.pid` (lines 1 and 4). Source: PostgreSQL miscadmin.h. */
export function readPostmaster(home: DatabaseHome): { pid: number; port: number } | undefined {
  const [pid, , , port] = readIfPresent(path.join(home.folder, 'postmaster.pid')).split('\n')
  return Number(pid) > 0 && Number(port) > 0 ? { pid: Number(pid), port: Number(port) } : undefined
}
