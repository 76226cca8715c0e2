import { ConfigError } from '#service/config/config.ts'
import type { Environment } from '#service/config/environment.ts'

/** Variables that only `npm start` or a tool accepts, with the reason. */
const refused: readonly { names: RegExp; reason: string }[] = [
  { names: /^DEVNET_(PORTS|BLOCK_MS)$/, reason: 'it starts no chains; RPC_URL_<n> names them' },
  { names: /^ESTUARY_URL$/, reason: 'it is for the tools that ask a service' },
  { names: /^CHROMIUM_PATH$/, reason: 'it is for the tests' },
]

/**
 * Returns the environment of a standalone service.
 *
 * @param options.dashboardFolder - Served unless `DASHBOARD_DIR` names another.
 * @throws ConfigError that names every variable it does not support.
 */
export function serveEnvironment(
  environment: Environment,
  { dashboardFolder }: { dashboardFolder: string },
): Environment {
  const set = Object.keys(environment).filter((name) => environment[name])
  const faults = set.flatMap((name) => {
    const reason = refused.find(({ names }) => names.test(name))?.reason
    return reason === undefined ? [] : [`${name}: ${reason}.`]
  })
  if (faults.length > 0)
    throw new ConfigError(
      `npm run serve cannot honour what is set here; unset it:\n${faults.join('\n')}`,
    )
  return { DASHBOARD_DIR: dashboardFolder, ...environment }
}
