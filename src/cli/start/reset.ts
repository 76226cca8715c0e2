import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { takeOver } from '#devnet/node/nodeLock.ts'
import { deleteEmbeddedServer } from '#service/storage/embedded/embeddedServer.ts'
import { readSettings } from './settings/settings.ts'

// `npm run reset`: deletes the local networks with their keys and databases; the next start creates new ones.
process.chdir(path.join(import.meta.dirname, '../../..'))
try {
  const { DATA_DIR } = process.env
  const { dataDir: devnetDir } = readSettings({ DATA_DIR })
  const { dataDir: mirrorDir } = readSettings({ DATA_DIR, NETWORK: 'mirror' })
  await takeOverChains(path.join(devnetDir, 'devnet'))
  await takeOverChains(path.join(mirrorDir, 'chains'))
  for (const dataDir of [mirrorDir, devnetDir]) if (existsSync(dataDir)) await forget(dataDir)
  console.log(`${devnetDir} is empty; "npm start" begins anew.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** @throws Error with one sentence when a chain of the folder is running. */
async function takeOverChains(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const locks = readdirSync(folder).filter((name) => name.endsWith('.lock'))
  for (const name of locks) await takeOver(path.join(folder, name.replace(/\.lock$/, '')))
}

/** @throws Error with one sentence when its database is running. */
async function forget(dataDir: string): Promise<void> {
  await deleteEmbeddedServer({ dataDir })
  rmSync(dataDir, { recursive: true, force: true })
}
