import type { Check } from './check.ts'
import { claims, type FindingId } from './claims.ts'

/** `unchecked`: could not be verified, which is never a pass and only warns. */
export type FindingState = 'verified' | 'mismatch' | 'unchecked'

/** One row of the checklist. */
export type Finding = {
  id: FindingId
  state: FindingState
  claim: string
  evidence: string
}

/** Order of the rows. */
const order: readonly FindingId[] = [
  'seal',
  'form',
  'accounts',
  'chain',
  'callData',
  'nonce',
  'calls',
  'amounts',
  'fees',
  'approval',
  'escrow',
  'order',
  'recipient',
  'asset',
  'minimum',
  'price',
  'deadlines',
  'sponsor',
  'deployment',
  'expiry',
]

/**
 * Puts comparisons together: a claim holds only if there was something to compare and all of it is
 * met; one that nothing was compared for could not be checked.
 */
export function summarise(checks: readonly Check[]): readonly Finding[] {
  return order.map((id) => {
    const own = checks.filter((check) => check.id === id)
    const unmet = own.filter(({ isMet }) => !isMet)
    if (unmet.length > 0)
      return { id, state: 'mismatch', claim: claims[id].bad, evidence: joined(unmet) }
    if (own.length > 0)
      return { id, state: 'verified', claim: claims[id].good, evidence: joined(own) }
    return {
      id,
      state: 'unchecked',
      claim: claims[id].good,
      evidence: 'This could not be checked.',
    }
  })
}

function joined(checks: readonly Check[]): string {
  return [...new Set(checks.map(({ evidence }) => evidence))].join('. ')
}
