import type { ChainPlan } from './chainPlan.ts'
import type { EstuaryPlan } from './estuaryPlan.ts'
import type { LocalKeys } from './keys.ts'
import type { SolanaPlan } from '../solana/plan/solanaPlan.ts'

/** Everything on a local network: keys, our contracts, and each chain's other contracts. */
export type LocalPlan = {
  keys: LocalKeys
  estuary: EstuaryPlan
  /** In network order. */
  chains: readonly ChainPlan[]
  /** Its Solana cluster, if any. */
  solana?: SolanaPlan | undefined
}

/** Seconds between announcing and installing other keys on a local network. */
export const signersDelaySeconds = 60n
