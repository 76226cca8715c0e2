import { reportExecutions } from './executionsReport.ts'
import { reportFromStorage } from './reportFromStorage.ts'

// `npm run executions`: reads the database that DATABASE_URL or DATA_DIR names.
await reportFromStorage(reportExecutions)
