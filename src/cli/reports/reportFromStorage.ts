import { existsSync } from 'node:fs'
import path from 'node:path'

import type { Storage } from '#service/storage/database.ts'
import { createStorage } from '#service/storage/storage.ts'

/**
 * Prints what a command on the database of an Estuary answers: the one that DATABASE_URL names, else that
 * in DATA_DIR of the network that NETWORK names. A fault is one sentence on stderr and exit code 1.
 *
 * @param report - Answers the words of the command line as lines.
 */
export async function reportFromStorage(
  report: (storage: Storage, words: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  try {
    const { DATABASE_URL, DATA_DIR, NETWORK } = process.env
    const folder = path.resolve(DATA_DIR || '.estuary')
    // `npm start` keeps each network but the devnet apart; a service by itself has one, in the folder itself.
    const ofNetwork = path.join(folder, NETWORK || 'devnet')
    const isApart = NETWORK !== 'devnet' && existsSync(path.join(ofNetwork, 'database'))
    const storage = await createStorage({
      databaseUrl: DATABASE_URL || undefined,
      dataDir: isApart ? ofNetwork : folder,
    })
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
