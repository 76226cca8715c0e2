import { createStuckExecutionMonitor } from '../executions/jobs/stuckExecutionMonitor.ts'
import type { Storage } from '../storage/database.ts'
import type { Log } from './log.ts'

/** Raises the alarm for executions that do not get on: a line in the log each. */
export function watchStuck({ storage, log }: { storage: Storage; log: Log }) {
  const watch = createStuckExecutionMonitor({
    storage,
    onStuck: (execution) => log('execution_stuck', execution),
    onError: (error) => log('work_retried', { err: error, duty: 'watch of executions' }),
  })
  watch.start()
  return watch
}
