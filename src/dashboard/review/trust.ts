import { translate } from '../language/translate.ts'
import type { Finding } from './claims/finding.ts'
import type { Roots } from './cases/roots.ts'

/**
 * Adjusts findings to the trust in their roots: with unpinned roots nothing counts as verified, and
 * with changed ones there is a mismatch. Source: security rule 10.
 */
export function applyTrust(
  findings: readonly Finding[],
  { trust }: Pick<Roots, 'trust'>,
): readonly Finding[] {
  const id = 'installation'
  switch (trust) {
    case 'compiled':
      return findings
    case 'pinned':
      return [
        {
          id,
          state: 'verified',
          claim: translate('From the instance you pinned'),
          evidence: translate('The service reports the same as when you compared its fingerprint'),
        },
        ...findings,
      ]
    case 'unpinned':
      return [
        {
          id,
          state: 'unchecked',
          claim: translate('Can’t be verified with this service'),
          evidence: translate('You haven’t compared and pinned the fingerprint of this instance.'),
        },
        ...findings.map((one) =>
          one.state === 'verified'
            ? {
                ...one,
                state: 'unchecked' as const,
                evidence: translate('Based only on what the service reports'),
                lacksPin: true as const,
              }
            : one,
        ),
      ]
    case 'changed':
      return [
        {
          id,
          state: 'mismatch',
          claim: translate('Not the instance you pinned'),
          evidence: translate(
            'The service reports different keys or contracts than this app trusts',
          ),
        },
        ...findings,
      ]
  }
}

/** Whether the pinned feeds confirm the dollars of a quote, or would if the roots were pinned. */
export function isPriceConfirmed(findings: readonly Finding[]): boolean {
  return findings.some(
    ({ id, state, lacksPin }) => id === 'price' && (state === 'verified' || lacksPin),
  )
}

/** Why a review with unpinned roots cannot be signed; undefined when it can. */
export function getUnpinnedReason({
  findings,
}: {
  findings: readonly Finding[]
}): string | undefined {
  const isUnpinned = findings.some(
    ({ id, state }) => id === 'installation' && state === 'unchecked',
  )
  return isUnpinned ? translate('Compare and pin this instance first.') : undefined
}
