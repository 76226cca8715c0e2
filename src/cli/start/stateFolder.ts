import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Creates the folder for the devnet and the database, and checks that it is writable.
 *
 * @throws Error with one sentence when it cannot be used.
 */
export function prepareDataDir(dataDir: string): void {
  const trial = path.join(dataDir, `.trial-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(trial, '')
    rmSync(trial)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `The state folder ${dataDir} cannot be used (${reason}); choose another with DATA_DIR.`,
      { cause },
    )
  }
}
