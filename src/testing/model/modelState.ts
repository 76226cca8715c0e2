import type { LegFacts, StepFact } from '#service/executions/state/facts.ts'

/**
 * The state of a model with the contracts' rules: deposits until their deadline, fill XOR cancel,
 * release only with `Filled`, refund with `Cancelled` or by the clock. Sent transactions may land
 * late, revert or be dropped. Settled ones may be rolled back and land again. The worker may crash
 * between deciding and performing.
 */
export type ModelState = {
  time: bigint
  legs: {
    escrow: LegFacts['escrow']
    isNonceUsed: boolean
    isUnsigned: boolean
    attested: LegFacts['attested']
    deposit: StepFact
    release: StepFact
    /** Whether a revocation of the release is pending. */
    isRevoking: boolean
    refund: StepFact
  }[]
  fill: 'open' | 'filled' | 'cancelled'
  /** Undefined unless the execution is a contract call. */
  grantStep: StepFact | undefined
  /** Undefined unless a destination deployment is due. */
  deploymentStep: StepFact | undefined
  /** Whether the settler holds a grant. */
  isLent: boolean
  fillStep: StepFact
  cancelStep: StepFact
  fills: number
  refunds: number
  /** Releases signed without a fill, and refunds signed while such a release could land. */
  wrongSignatures: number
}

/** Deadlines of deposits and fill, and the refund time, Unix seconds. */
export const deadlines = { deposit: 120n, fill: 300n, refund: 900n }
/** A step that was not attempted. */
export const none: StepFact = {
  state: 'none',
  attempts: 0,
  reason: null,
  isResting: false,
  isLost: false,
}

const settled: StepFact = { ...none, state: 'mined', attempts: 1 }
const out: StepFact = { ...none, state: 'sent', attempts: 1 }
const inVain: StepFact = { ...none, state: 'reverted', attempts: 1, reason: 'UNKNOWN' }
const gone: StepFact = { ...inVain, isLost: true }

/** All combinations of facts about one leg, reachable or not. */
export function* generateLegs(): Generator<ModelState['legs'][number]> {
  for (const escrow of ['none', 'held', 'released', 'refunded'] as const)
    for (const deposit of escrow === 'none' ? [none, out, settled, inVain, gone] : [settled])
      for (const isNonceUsed of escrow === 'none' ? [false, true] : [true])
        for (const attested of [null, 'Filled', 'Cancelled'] as const)
          for (const release of [none, out, settled, inVain, gone])
            for (const refund of [none, inVain, gone])
              yield {
                escrow,
                deposit,
                isNonceUsed,
                isUnsigned: deposit.state === 'none',
                attested,
                release,
                isRevoking: false,
                refund,
              }
}

/** All combinations of facts about a delivery. */
export function* generateDeliveries(): Generator<
  Pick<ModelState, 'fill' | 'fillStep' | 'cancelStep' | 'grantStep' | 'isLent' | 'fills'>
> {
  for (const fill of ['open', 'filled', 'cancelled'] as const)
    for (const fillStep of [none, out, settled, inVain])
      for (const cancelStep of [none, settled])
        for (const grantStep of [undefined, settled, inVain]) {
          const isLent = grantStep?.state === 'mined' && fill === 'open'
          const fills = fill === 'filled' ? 1 : 0
          yield { fill, fillStep, cancelStep, grantStep, isLent, fills }
        }
}
