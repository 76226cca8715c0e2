import { randomUUID } from 'node:crypto'

import type { Role } from '../role.ts'
import { createPeriodicJob } from '../executions/schedule/periodicJob.ts'
import type { Storage } from '../storage/database.ts'
import { dropHeartbeat, readRoleHealth, storeHeartbeat } from '../storage/tables/heartbeats.ts'
import type { Log } from './log.ts'
import type { Loop } from './metrics.ts'

/** A loop without a completed round for this long does not count as alive. */
const hangsAfterMs = 60_000

/**
 * Starts to tell other processes which of these roles are alive here. With the role `api` it also
 * logs an alarm for each role that no process has, once until there is one again.
 *
 * @param options.graceMs - How long roles may take to start before the first alarm.
 */
export function startHeartbeat(
  roles: ReadonlySet<Role>,
  options: {
    storage: Storage
    log: Log
    loops: () => readonly Loop[]
    everyMs?: number
    graceMs?: number
  },
): { stop: () => Promise<void> } {
  const { storage, log, loops, everyMs = 10_000, graceMs = 60_000 } = options
  const process = randomUUID()
  const startedMs = performance.now()
  let reported: ReadonlySet<Role> = new Set()

  const job = createPeriodicJob({
    everyMs,
    onError: (error) => log('work_retried', { err: error, duty: 'heartbeat' }),
    async run() {
      const hanging = loops().filter(({ sinceRoundMs }) => sinceRoundMs() > hangsAfterMs)
      const alive = [...roles].filter((role) => !hanging.some(({ name }) => name === role))
      await storeHeartbeat(storage, { process, alive })
      if (!roles.has('api') || performance.now() - startedMs < graceMs) return undefined
      const missing = (await readRoleHealth(storage)).filter(({ processes }) => processes === 0)
      for (const { role, ageSeconds } of missing)
        if (!reported.has(role)) log('role_missing', { missing: role, ageSeconds })
      reported = new Set(missing.map(({ role }) => role))
      return undefined
    },
  })
  job.start()
  return {
    async stop() {
      await job.stop()
      // Without a database its row grows old by itself.
      await dropHeartbeat(storage, process).catch((error: unknown) =>
        log('work_retried', { err: error, duty: 'heartbeat' }),
      )
    },
  }
}
