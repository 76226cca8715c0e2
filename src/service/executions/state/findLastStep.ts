import type { StepAction, StepRow } from '../../storage/executions/stepRows.ts'
import type { StepLeg } from '../../storage/tables/legColumn.ts'

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
