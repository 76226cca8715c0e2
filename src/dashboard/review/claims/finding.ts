import { translate } from '../../language/translate.ts'
import type { Check } from './check.ts'
import { claims, type FindingId } from './claims.ts'
import { shortenEvidence } from './evidence.ts'

/** `unchecked` means it could not be verified: never a pass, but only a warning. */
export type FindingState = 'verified' | 'mismatch' | 'unchecked'

/** One row of the checklist. */
export type Finding = {
  id: FindingId
  state: FindingState
  claim: string
  evidence: string
  /** Set where it would be verified if the user had pinned the installation. */
  lacksPin?: true
}

/** The claims of a checklist in order, with the texts that differ from the default. */
export type ClaimList = {
  order: readonly FindingId[]
  texts?: Partial<Record<FindingId, { good: string; bad: string }>>
  /** Why a claim could not be checked, where known. */
  unchecked?: Partial<Record<FindingId, string>>
}

/** The claims about a quote, in order. */
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
 * Summarizes checks by claim: a claim is verified only if it has checks and all of them are met;
 * without any check it is unchecked.
 */
export function summarizeChecks(
  checks: readonly Check[],
  list: ClaimList = { order: quoteOrder },
): readonly Finding[] {
  // Claims that the list does not name are shown too, so that no mismatch is dropped.
  const ids = new Set([...list.order, ...checks.map(({ id }) => id)])
  return [...ids].map((id) => {
    const words = list.texts?.[id] ?? claims[id]
    const own = checks.filter((check) => check.id === id)
    const unmet = own.filter(({ isMet }) => !isMet)
    if (unmet.length > 0)
      return { id, state: 'mismatch', claim: words.bad, evidence: joinEvidence(unmet) }
    if (own.length > 0)
      return {
        id,
        state: 'verified',
        claim: words.good,
        evidence: shortenEvidence(joinEvidence(own)),
      }
    const evidence = list.unchecked?.[id] ?? translate('This couldn’t be verified.')
    return { id, state: 'unchecked', claim: words.good, evidence }
  })
}

/** Marks the `expiry` claim as a mismatch, for a quote that expired after it was verified. */
export function expireFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) =>
    finding.id === 'expiry'
      ? {
          ...finding,
          state: 'mismatch',
          claim: claims.expiry.bad,
          evidence: translate('It has expired.'),
        }
      : finding,
  )
}

function joinEvidence(checks: readonly Check[]): string {
  return [...new Set(checks.map(({ evidence }) => evidence))].join('. ')
}
