import type { ChainIdentity } from './chainIdentity.ts'
import type { FlowDirection, FlowGeometry, FlowPathBuilder } from './flowGeometry.ts'

/** planned = only quoted; waiting = accepted, not started; moving = sent; done = seen on chain. */
export type FlowState = 'planned' | 'waiting' | 'moving' | 'done' | 'returned' | 'failed'

/** One leg of a flow. */
export type FlowLegData = {
  chain: ChainIdentity
  valueUsd: number
  state: FlowState
  /** Progress of a moving leg, 0 to 1: 0.35 submitted, 0.62 first confirmation. */
  crest?: number
}

/** Values shared by the parts of one flow. */
export type FlowContext = {
  id: string
  geometry: FlowGeometry
  paths: FlowPathBuilder
  direction: FlowDirection
  length: number
  span: number
  destination: { chain: ChainIdentity; state: FlowState }
  hasFailed: boolean
}
