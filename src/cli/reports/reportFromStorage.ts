import { existsSync } from 'node:fs'
import path from 'node:path'

import type { Storage } from '#service/storage/database.ts'
import { parseVariables, variables } from '#service/config/variables.ts'
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
    const { DATABASE_URL, DATA_DIR, NETWORK } = variables
    const { values, faults } = parseVariables(process.env, { DATABASE_URL, DATA_DIR, NETWORK })
    if (!values || faults.length > 0) throw new Error(faults.join('\n'))
    const { DATABASE_URL: databaseUrl, DATA_DIR: folder, NETWORK: network } = values
    // `npm start` uses a subfolder for each network but the devnet; a standalone service uses the folder.
    const ofNetwork = path.join(folder, network)
    const isApart = network !== 'devnet' && existsSync(path.join(ofNetwork, 'database'))
    const dataDir = isApart ? ofNetwork : folder
    const storage = await openStorage({ databaseUrl, dataDir })
    if (databaseUrl === undefined)
      console.error(`DATABASE_URL is not set: this is the database in ${dataDir}.`)
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
