import path from 'node:path'
import { readConfig } from '#service/config/config.ts'
import { runUntilStopped } from '#service/roles/runUntilStopped.ts'
import { startService } from '#service/roles/service.ts'
import { serveEnvironment, printFingerprint } from './serveEnvironment.ts'

// `npm run serve`: the standalone service and dashboard built by `npm run build`, configured by the
// environment alone. Standard output has nothing but the log, a line of JSON for each event.
await runUntilStopped(async () => {
  const dashboardFolder = path.join(import.meta.dirname, '..', 'dashboard')
  const config = readConfig(serveEnvironment(process.env, { dashboardFolder }))
  const service = await startService(config, { onFingerprint: printFingerprint })
  const own = service.url === undefined ? 'Estuary runs' : `Estuary is ready at ${service.url}`
  const { monitoringUrl } = service
  console.error(
    monitoringUrl === undefined ? `${own}.` : `${own}, for monitors at ${monitoringUrl}.`,
  )
  return service
})
