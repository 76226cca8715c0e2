import type { StepAction, StepRow } from '../../storage/executions/stepRows.ts'
import type { StepLeg } from '../../storage/tables/legColumn.ts'

/** The newest attempt at an action. */
export function findLastStep(
  steps: readonly StepRow[],
  key: { leg: StepLeg; action: StepAction },
): StepRow | undefined {
  return steps
    .filter(({ leg, action }) => leg === key.leg && action === key.action)
    .toSorted((a, b) => a.attempt - b.attempt)
    .at(-1)
}

/**
 * What is noted with a step whose bytes never landed and never can: nothing of it was tried on the
 * chain.
 */
export const lost = { isLost: true } as const

/** Whether a step ended only in that its bytes are {@link lost}. */
export function isLostStep({ state, detail }: StepRow): boolean {
  const isObject = typeof detail === 'object' && detail !== null && 'isLost' in detail
  return state === 'reverted' && isObject && detail.isLost === true
}
