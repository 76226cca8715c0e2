import type { ChainPlan } from './chainPlan.ts'
import type { EstuaryPlan } from './estuaryPlan.ts'
import type { LocalKeys } from './keys.ts'
import type { SolanaPlan } from '../solana/plan/solanaPlan.ts'

/** Everything that a local network has: who acts, our contracts, and what each chain has beside. */
export type LocalPlan = {
  keys: LocalKeys
  estuary: EstuaryPlan
  /** In network order. */
  chains: readonly ChainPlan[]
  /** Its Solana cluster, where it has one. */
  solana?: SolanaPlan | undefined
}

/** Seconds between announcing and installing other keys on a local network. */
export const signersDelaySeconds = 60n
