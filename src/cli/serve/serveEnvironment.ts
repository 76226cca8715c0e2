import { ConfigError } from '#service/config/config.ts'
import { type Environment, findRefused, refusedByServe } from '#service/config/variables.ts'
import type { InstanceFingerprint } from '#service/roles/fingerprint.ts'

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

/** Prints the fingerprint for the operator, on standard error; standard output is the log's. */
export function printFingerprint({ now, before }: InstanceFingerprint): void {
  console.error(`Fingerprint of this instance, which the dashboard asks people to compare: ${now}`)
  if (before !== undefined)
    console.error(
      `At the last start it was ${before}. Publish the new one and tell your users: until they have compared and pinned it, they can't sign.`,
    )
}
