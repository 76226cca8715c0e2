import { createStorage } from '#service/storage/storage.ts'
import { reportExecutions } from './executionsReport.ts'
import { readSettings } from './settings.ts'

// `npm run executions`: looks into the database of the Estuary that DATABASE_URL or DATA_DIR names.
try {
  const { databaseUrl, dataDir } = readSettings(process.env)
  const storage = await createStorage({ databaseUrl, dataDir })
  try {
    for (const line of await reportExecutions(storage, process.argv.slice(2))) console.log(line)
  } finally {
    await storage.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
