import { readConfig } from '#service/config/config.ts'
import { runUntilStopped } from '#service/roles/runUntilStopped.ts'
import { startService } from '#service/roles/service.ts'
import { type RouteName, createParentRoutes } from '../start/devnetBridge.ts'
import { createDevnetParts } from '../start/createDevnetParts.ts'
import { printFingerprint } from './printFingerprint.ts'

// The service as a child of `npm start`, with the roles of its environment. The parent process answers
// the devnet's routes.
await runUntilStopped(async () => {
  const routes = createParentRoutes(parseRouteNames(process.env['DEVNET_ROUTES']))
  return startService(readConfig(process.env), {
    devnet: createDevnetParts(routes),
    onFingerprint: printFingerprint,
  })
})

function parseRouteNames(text: string | undefined): RouteName[] {
  const names: unknown = JSON.parse(text ?? '[]')
  return Array.isArray(names) ? names.filter(isRouteName) : []
}

function isRouteName(value: unknown): value is RouteName {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
