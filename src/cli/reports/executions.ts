import { reportExecutions } from './executionsReport.ts'
import { reportFromStorage } from './reportFromStorage.ts'

// `npm run executions`: looks into the database of the Estuary that DATABASE_URL or DATA_DIR names.
await reportFromStorage(reportExecutions)
