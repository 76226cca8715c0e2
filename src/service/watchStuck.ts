import { Gauge } from 'prom-client'

import { createStuckWatch } from './executions/stuckWatch.ts'
import type { Log } from './log.ts'
import type { Storage } from './storage/database.ts'

const stuck = new Gauge({
  name: 'estuary_executions_stuck',
  help: 'Live executions that somebody must look at: they fail again and again, or are overdue.',
})

/** Raises the alarm for executions that do not get on: a line in the log each, and a metric. */
export function watchStuck({ storage, log }: { storage: Storage; log: Log }) {
  const watch = createStuckWatch({
    storage,
    onStuck: (execution) => log.error(execution, 'an execution does not get on: look at it'),
    onCount: (count) => stuck.set(count),
    onError: (error) => log.warn({ err: error }, 'stuck executions could not be looked for'),
  })
  watch.start()
  return watch
}
