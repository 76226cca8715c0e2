import type { LegFacts, StepFact } from '#service/executions/state/facts.ts'

/**
 * A small world with the contracts' rules: deposits until their deadline, fill XOR cancel, release
 * only against `Filled`, refund against `Cancelled` or the clock. Whatever was sent may land late,
 * revert or be forgotten; what had landed and counted may be rolled back, and what was sent may
 * land again then; the worker may die between deciding and doing.
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
    /** Something waits to take the release back. */
    isRevoking: boolean
    refund: StepFact
  }[]
  fill: 'open' | 'filled' | 'cancelled'
  /** Undefined unless the execution is a contract call. */
  grantStep: StepFact | undefined
  /** Undefined unless the account comes to its destination by an operation of its own. */
  deploymentStep: StepFact | undefined
  /** Inventory waits in the settler. */
  isLent: boolean
  fillStep: StepFact
  cancelStep: StepFact
  fills: number
  refunds: number
  /** Releases signed, and refunds signed while a release was about, without a delivery. */
  wrongSignatures: number
}

/** When a world's deposits, deliveries and locks end, Unix seconds. */
export const deadlines = { deposit: 120n, fill: 300n, refund: 900n }
/** Nothing was signed. */
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

/** All that can be known about one leg, however it came about. */
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

/** All that can be known about a delivery. */
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
