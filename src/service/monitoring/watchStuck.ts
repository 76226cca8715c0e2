import { createStuckExecutionMonitor } from '../executions/jobs/stuckExecutionMonitor.ts'
import type { Storage } from '../storage/database.ts'
import type { Log } from './log.ts'

/** Starts the monitor that logs an alarm for every stuck execution. */
export function watchStuck({ storage, log }: { storage: Storage; log: Log }) {
  const watch = createStuckExecutionMonitor({
    storage,
    onStuck: (execution) => log('execution_stuck', execution),
    onError: (error) => log('work_retried', { err: error, duty: 'watch of executions' }),
  })
  watch.start()
  return watch
}
