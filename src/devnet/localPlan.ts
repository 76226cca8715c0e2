import type { ChainPlan } from './chainPlan.ts'
import type { EstuaryPlan } from './estuaryPlan.ts'
import type { LocalKeys } from './keys.ts'

/** Everything that a local network has: who acts, our contracts, and what each chain has beside. */
export type LocalPlan = {
  keys: LocalKeys
  estuary: EstuaryPlan
  /** In network order. */
  chains: readonly ChainPlan[]
}

/** Seconds between announcing and installing other keys on a local network. */
export const signersDelaySeconds = 60n
