import { reportKeys } from './keysReport.ts'
import { reportFromStorage } from './reportFromStorage.ts'

// `npm run keys`: manages API keys in the database that DATABASE_URL or DATA_DIR names.
await reportFromStorage(reportKeys)
