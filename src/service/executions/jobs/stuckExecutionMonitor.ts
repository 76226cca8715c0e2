import type { Storage } from '../../storage/database.ts'
import {
  findStuckExecutions,
  type StuckExecution,
} from '../../storage/executions/stuckExecutions.ts'
import { createPeriodicJob } from '../schedule/periodicJob.ts'

/** Looks for executions that do not get on, for as long as it runs. */
export type StuckExecutionMonitor = { start: () => void; stop: () => Promise<void> }

/** Who hears of it. */
export type StuckExecutionMonitorOptions = {
  storage: Storage
  /** Told once about each, until it gets on. */
  onStuck: (execution: StuckExecution) => void
  /** Hears what the database answers when it does not answer well. */
  onError: (error: unknown) => void
  everyMs?: number
}

/** Makes the alarm for what `estuary_executions_stuck` counts. What is stuck is tried on, more and more slowly. */
export function createStuckExecutionMonitor(
  options: StuckExecutionMonitorOptions,
): StuckExecutionMonitor {
  const { storage, onStuck, onError, everyMs = 15_000 } = options
  let told: ReadonlySet<string> = new Set()
  return createPeriodicJob({
    everyMs,
    onError,
    async run() {
      const stuck = await findStuckExecutions(storage)
      for (const execution of stuck) if (!told.has(execution.quoteId)) onStuck(execution)
      told = new Set(stuck.map(({ quoteId }) => quoteId))
      return undefined
    },
  })
}
