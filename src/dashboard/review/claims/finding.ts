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

/** Which claims a checklist makes, in its order, and where their words are its own. */
export type ClaimList = {
  order: readonly FindingId[]
  texts?: Partial<Record<FindingId, { good: string; bad: string }>>
  /** Why a claim could not be checked, where that is known. */
  unchecked?: Partial<Record<FindingId, string>>
}

/** The claims about a quote. */
export const quoteOrder: readonly FindingId[] = [
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
export function summarizeChecks(
  checks: readonly Check[],
  list: ClaimList = { order: quoteOrder },
): readonly Finding[] {
  // What the list does not name is shown all the same: a contradiction is never dropped.
  const ids = new Set([...list.order, ...checks.map(({ id }) => id)])
  return [...ids].map((id) => {
    const words = list.texts?.[id] ?? claims[id]
    const own = checks.filter((check) => check.id === id)
    const unmet = own.filter(({ isMet }) => !isMet)
    if (unmet.length > 0)
      return { id, state: 'mismatch', claim: words.bad, evidence: joinEvidence(unmet) }
    if (own.length > 0)
      return { id, state: 'verified', claim: words.good, evidence: joinEvidence(own) }
    const evidence = list.unchecked?.[id] ?? 'This could not be checked.'
    return { id, state: 'unchecked', claim: words.good, evidence }
  })
}

/** Findings of what has ended since they were made: it is valid no longer, whatever was found before. */
export function expireFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) =>
    finding.id === 'expiry'
      ? { ...finding, state: 'mismatch', claim: claims.expiry.bad, evidence: 'Its time is over.' }
      : finding,
  )
}

function joinEvidence(checks: readonly Check[]): string {
  return [...new Set(checks.map(({ evidence }) => evidence))].join('. ')
}
