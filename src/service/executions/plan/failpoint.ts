import type { StepLeg } from '../../storage/tables/legColumn.ts'
import type { ExecutionPlan } from './executionPlan.ts'

/** Points where a crash is tested: just before or after something is made durable. */
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
  // Of the attestor: binding itself to a verdict, and storing its signature.
  'before bind',
  'after bind',
  'before store signature',
  'after store signature',
] as const

/** One of {@link failpoints}. */
export type Failpoint = (typeof failpoints)[number]

/** The execution that passes a failpoint, and the leg it is about, if any. */
export type FailpointContext = { plan: ExecutionPlan; leg?: StepLeg }

/**
 * Called each time the work passes a failpoint; `about` names the action. Its result is awaited, so
 * that tests can end the process, or hold one execution there.
 */
export type OnFailpoint = (
  failpoint: Failpoint,
  about: string,
  place: FailpointContext,
) => void | Promise<void>
