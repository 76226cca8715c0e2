import type { ChainIdentity } from './chainIdentity.ts'
import type { FlowDirection, FlowGeometry, FlowPathBuilder } from './flowGeometry.ts'

/** planned = only quoted; waiting = accepted, not begun; moving = on its way; done = seen on chain. */
export type FlowState = 'planned' | 'waiting' | 'moving' | 'done' | 'returned' | 'failed'

/** One stream of a river. */
export type FlowLegData = {
  chain: ChainIdentity
  valueUsd: number
  state: FlowState
  /** How far a moving leg's crest has come: 0.35 submitted, 0.62 first confirmation. */
  crest?: number
}

/** What the parts of one river share. */
export type FlowContext = {
  id: string
  geometry: FlowGeometry
  paths: FlowPathBuilder
  direction: FlowDirection
  length: number
  span: number
  destination: { chain: ChainIdentity; state: FlowState }
  isBroken: boolean
  isPlain: boolean
}
