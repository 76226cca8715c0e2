import path from 'node:path'

import { readConfig } from '#service/config.ts'
import { runUntilStopped } from '#service/runUntilStopped.ts'
import { startService } from '#service/service.ts'
import { serveEnvironment } from './serveEnvironment.ts'

// `npm run serve`: the service by itself, as `npm run build` left it in `dist/program`, with the dashboard
// beside it. Everything comes from the environment.
await runUntilStopped(async () => {
  const dashboardFolder = path.join(import.meta.dirname, '..', 'dashboard')
  const service = await startService(readConfig(serveEnvironment(process.env, { dashboardFolder })))
  console.log(service.url === undefined ? 'Estuary runs.' : `Estuary is ready at ${service.url}.`)
  return service
})
