import { reportKeys } from './keysReport.ts'
import { reportFromStorage } from './reportFromStorage.ts'

// `npm run keys`: the keys of clients, in the database of the Estuary that DATABASE_URL or DATA_DIR names.
await reportFromStorage(reportKeys)
