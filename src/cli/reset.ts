import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'

import { takeOver } from '#devnet/nodeLock.ts'
import { devnetChains } from '#networks/devnet.ts'
import { deleteEmbeddedServer } from '#service/storage/embeddedServer.ts'
import { readSettings } from './settings.ts'

// `npm run reset`: forgets the devnet and the database; the next start makes new ones.
process.chdir(path.join(import.meta.dirname, '../..'))
try {
  const { dataDir } = readSettings(process.env)
  if (existsSync(dataDir)) await reset(dataDir)
  console.log(`${dataDir} is empty; "npm start" begins anew.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** @throws Error in one sentence when the devnet is running. */
async function reset(dataDir: string): Promise<void> {
  for (const { name } of devnetChains)
    await takeOver(path.join(dataDir, 'devnet', `${name.toLowerCase()}.json`))
  await deleteEmbeddedServer({ dataDir })
  rmSync(dataDir, { recursive: true, force: true })
}
