import type { Storage } from '../../storage/database.ts'
import {
  findStuckExecutions,
  type StuckExecution,
} from '../../storage/executions/stuckExecutions.ts'
import { createPeriodicJob } from '../schedule/periodicJob.ts'

/** Looks for stuck executions while it runs. */
export type StuckExecutionMonitor = { start: () => void; stop: () => Promise<void> }

/** Options of {@link createStuckExecutionMonitor}. */
export type StuckExecutionMonitorOptions = {
  storage: Storage
  /** Called once for each stuck execution; again only after it made progress. */
  onStuck: (execution: StuckExecution) => void
  /** Called with errors of reading the database. */
  onError: (error: unknown) => void
  everyMs?: number
}

/** Creates the alarm for what `estuary_executions_stuck` counts; workers keep trying these. */
export function createStuckExecutionMonitor(
  options: StuckExecutionMonitorOptions,
): StuckExecutionMonitor {
  const { storage, onStuck, onError, everyMs = 15_000 } = options
  let reported: ReadonlySet<string> = new Set()
  return createPeriodicJob({
    everyMs,
    onError,
    async run() {
      const stuck = await findStuckExecutions(storage)
      for (const execution of stuck) if (!reported.has(execution.quoteId)) onStuck(execution)
      reported = new Set(stuck.map(({ quoteId }) => quoteId))
      return undefined
    },
  })
}
