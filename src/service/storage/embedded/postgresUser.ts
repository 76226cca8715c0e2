import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, existsSync } from 'node:fs'
import path from 'node:path'

/** The numeric ids of the system user that runs the database server. */
export type PostgresUser = { uid: number; gid: number }

/**
 * The user to run the database server as; undefined for the current user. PostgreSQL refuses to run
 * as root, so root uses the system user `postgres`, which is created if missing.
 *
 * @throws Error when running as root and that user can neither be found nor created.
 */
export function findPostgresUser(): PostgresUser | undefined {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return undefined
  const known = findUser('postgres')
  if (known) return known
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
  } catch (cause) {
    throw new Error(
      'PostgreSQL does not run as root and the user "postgres" could not be created: start as another user, or set DATABASE_URL.',
      { cause },
    )
  }
  const created = findUser('postgres')
  if (!created) throw new Error('The user "postgres" was created but is not in /etc/passwd.')
  return created
}

/** Whether a user may enter a folder and every folder above it. */
export function canEnter(folder: string, user: PostgresUser | undefined): boolean {
  if (!user) return true
  const parent = path.dirname(folder)
  if (parent !== folder && !canEnter(parent, user)) return false
  const { mode, uid, gid } = statSync(folder)
  if (uid === user.uid) return (mode & 0o100) !== 0
  if (gid === user.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

function findUser(name: string): PostgresUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined) return undefined
  return { uid: Number(uid), gid: Number(gid) }
}

/** Owner of a file or folder, or of the nearest folder above that exists. */
export type FileOwner = { uid: number; name: string }

/** Finds who owns a place; the name is the user's, or else its number. */
export function findOwner(place: string): FileOwner {
  if (!existsSync(place) && path.dirname(place) !== place) return findOwner(path.dirname(place))
  const { uid } = statSync(place)
  return { uid, name: findUserName(uid) ?? `with the number ${uid}` }
}

function findUserName(uid: number): string | undefined {
  if (!existsSync('/etc/passwd')) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.find((line) => line.split(':')[2] === String(uid))?.split(':')[0]
}
