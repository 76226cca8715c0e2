import { createStuckWatch } from './executions/stuckWatch.ts'
import type { Log } from './log.ts'
import type { Storage } from './storage/database.ts'

/** Raises the alarm for executions that do not get on: a line in the log each. */
export function watchStuck({ storage, log }: { storage: Storage; log: Log }) {
  const watch = createStuckWatch({
    storage,
    onStuck: (execution) => log.error(execution, 'an execution does not get on: look at it'),
    onError: (error) => log.warn({ err: error }, 'stuck executions could not be looked for'),
  })
  watch.start()
  return watch
}
