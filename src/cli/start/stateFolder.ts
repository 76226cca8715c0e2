import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findOwner } from '#service/storage/embedded/postgresUser.ts'

/** More than a disk gives that is as good as full: a start writes some hundred megabytes. */
const trialBytes = 1_000_000

/**
 * Creates the folder for the devnet and the database, and checks that it is writable.
 *
 * @throws Error with one sentence when it cannot be used.
 */
export function prepareDataDir(dataDir: string): void {
  const trial = path.join(dataDir, `.trial-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(trial, Buffer.alloc(trialBytes))
  } catch (cause) {
    throw new Error(`${describe(dataDir, cause)} choose another with DATA_DIR.`, { cause })
  } finally {
    removeIfPossible(trial)
  }
}

function describe(dataDir: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ENOSPC')
    return `The disk of the state folder ${dataDir} is full: free some space, or`
  const owner = findOwner(dataDir)
  if ((code === 'EACCES' || code === 'EPERM') && owner.uid !== process.getuid?.())
    return `The state folder ${dataDir} belongs to the user ${owner.name}: start as that user, or`
  const reason = cause instanceof Error ? cause.message : String(cause)
  return `The state folder ${dataDir} cannot be used (${reason});`
}

function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // What kept it from being written is said already.
  }
}
