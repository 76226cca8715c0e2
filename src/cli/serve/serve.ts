import { z } from 'zod/mini'
import { readConfig } from '#service/config/config.ts'
import { runUntilStopped } from '#service/roles/runUntilStopped.ts'
import { startService } from '#service/roles/service.ts'
import { createParentRoutes, RouteName } from '../start/devnetBridge.ts'
import { createDevnetParts } from '../start/createDevnetParts.ts'
import { printFingerprint } from './serveEnvironment.ts'

// The service as a child of `npm start`, with the roles of its environment. The parent process answers
// the devnet's routes.
await runUntilStopped(async () => {
  const names: unknown = JSON.parse(process.env['DEVNET_ROUTES'] ?? '[]')
  const routes = createParentRoutes(z.array(RouteName).parse(names))
  return startService(readConfig(process.env), {
    devnet: createDevnetParts(routes),
    onFingerprint: printFingerprint,
  })
})
