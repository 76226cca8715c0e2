import type { AttestationRow } from '../../storage/executions/attestationRows.ts'
import type { ExecutionRow, Fence } from '../../storage/executions/executionRows.ts'
import type { StepRow, TransactionRow } from '../../storage/executions/stepRows.ts'
import type { ExecutionPlan } from '../plan/executionPlan.ts'
import type { ChainSnapshots } from './chainSnapshots.ts'
import type { PlannedAction } from './step.ts'

/**
 * Mutable holder of the current fence, updated on each write even if a later one fails, and of the
 * action that failed.
 */
export type FenceToken = { fence: Fence; failed?: PlannedAction | undefined }

/** What a worker knows about an execution in one tick, from the database and from the chains. */
export type ExecutionTick = {
  plan: ExecutionPlan
  /** The execution as it was claimed. */
  row: ExecutionRow
  token: FenceToken
  snapshots: ChainSnapshots
  attestations: readonly AttestationRow[]
  steps: readonly StepRow[]
  transactions: readonly TransactionRow[]
}
