import type { AttestationRow } from '../../storage/executions/attestationRows.ts'
import type { ExecutionRow, Fence } from '../../storage/executions/executionRows.ts'
import type { StepRow, TransactionRow, StepAction } from '../../storage/executions/stepRows.ts'
import type { ExecutionPlan } from '../plan/executionPlan.ts'
import type { ChainSnapshots } from './chainSnapshots.ts'
import type { PlannedAction } from './step.ts'
import type { StepLeg } from '../../storage/tables/legColumn.ts'

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

/** The last attempt at an action; undefined before the first. */
export function findLastStep(
  steps: readonly StepRow[],
  key: { leg: StepLeg; action: StepAction },
): StepRow | undefined {
  return steps
    .filter(({ leg, action }) => leg === key.leg && action === key.action)
    .toSorted((a, b) => a.attempt - b.attempt)
    .at(-1)
}

/** The detail of a step whose transaction never landed and never can. */
export const lost = { isLost: true } as const

/** Whether a step was recorded as reverted because it is {@link lost}. */
export function isLostStep({ state, detail }: StepRow): boolean {
  return state === 'reverted' && detail.isLost === true
}
