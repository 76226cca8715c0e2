import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** The system user that runs the database server: numeric ids as the kernel knows them. */
export type PostgresUser = { uid: number; gid: number }

/**
 * The user that must run the database server, or undefined when it is the one that runs us.
 *
 * PostgreSQL refuses to run as root: then it is the system's `postgres`, created when missing.
 *
 * @throws Error when running as root on a system where that user can neither be found nor created.
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

/** Whether a user may walk into a folder: every folder above it, and itself, lets it pass. */
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
