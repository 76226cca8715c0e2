import { ConfigError } from '#service/config/config.ts'
import { type Environment, findRefused, refusedByServe } from '#service/config/variables.ts'

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
  const faults = findRefused(environment, refusedByServe)
  if (faults.length > 0)
    throw new ConfigError(
      `npm run serve cannot honour what is set here; unset it:\n${faults.join('\n')}`,
    )
  return { DASHBOARD_DIR: dashboardFolder, ...environment }
}
