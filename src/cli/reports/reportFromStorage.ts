import { existsSync } from 'node:fs'
import path from 'node:path'

import type { Storage } from '#service/storage/database.ts'
import { openStorage } from '#service/storage/storage.ts'

/**
 * Prints the report of a command on a database that exists: DATABASE_URL, or else the one in DATA_DIR for NETWORK.
 * Prints errors as one sentence on stderr and sets exit code 1.
 *
 * @param report - Turns command line arguments into lines.
 */
export async function reportFromStorage(
  report: (storage: Storage, words: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  try {
    const { DATABASE_URL, DATA_DIR, NETWORK } = process.env
    const folder = path.resolve(DATA_DIR || '.estuary')
    // `npm start` uses a subfolder for each network but the devnet; a standalone service uses the folder.
    const ofNetwork = path.join(folder, NETWORK || 'devnet')
    const isApart = NETWORK !== 'devnet' && existsSync(path.join(ofNetwork, 'database'))
    const dataDir = isApart ? ofNetwork : folder
    const storage = await openStorage({ databaseUrl: DATABASE_URL || undefined, dataDir })
    if (!DATABASE_URL) console.error(`DATABASE_URL is not set: this is the database in ${dataDir}.`)
    try {
      for (const line of await report(storage, process.argv.slice(2))) console.log(line)
    } finally {
      await storage.stop()
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
