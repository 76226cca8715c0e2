import type { StepLeg } from '../../storage/tables/legColumn.ts'
import type { ExecutionPlan } from './executionPlan.ts'

/** The places in the work where a crash is most telling: just before or after something lasts. */
export const failpoints = [
  'before accept',
  'after accept',
  'before store state',
  'after store state',
  'before refuse',
  'after refuse',
  'before sign',
  'after sign',
  'after broadcast',
  'before settle',
  'after settle',
  'before attest',
  'after attest',
  // The attestor's own: bound to a verdict, and its word put down.
  'before bind',
  'after bind',
  'before put down',
  'after put down',
] as const

/** One of {@link failpoints}. */
export type Failpoint = (typeof failpoints)[number]

/** The execution that passes a failpoint, and the leg it is about, if any. */
export type FailpointContext = { plan: ExecutionPlan; leg?: StepLeg }

/**
 * Told each time the work passes a failpoint; `about` names the action. What it gives is waited for: for
 * tests that end the process, or hold one execution there.
 */
export type OnFailpoint = (
  failpoint: Failpoint,
  about: string,
  place: FailpointContext,
) => void | Promise<void>
