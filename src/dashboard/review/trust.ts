import type { Finding } from './claims/finding.ts'
import type { Roots } from './cases/roots.ts'

const trustClaim = 'Only by what the service says of itself'

/**
 * Findings as far as their roots are trusted: by roots that only the service vouches for nothing is
 * verified, and nothing holds when the service is not the one that was pinned. Source: security
 * rule 10.
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
          claim: 'By the installation you pinned',
          evidence: 'The service describes itself as it did when you compared its fingerprint',
        },
        ...findings,
      ]
    case 'unpinned':
      return [
        {
          id,
          state: 'unchecked',
          claim: 'Cannot be verified with this service',
          evidence: 'You have not compared and pinned the fingerprint of this installation.',
        },
        ...findings.map((one) =>
          one.state === 'verified'
            ? { ...one, state: 'unchecked' as const, evidence: trustClaim }
            : one,
        ),
      ]
    case 'changed':
      return [
        {
          id,
          state: 'mismatch',
          claim: 'Not the installation you pinned',
          evidence: 'The service names other keys or contracts than those this app trusts',
        },
        ...findings,
      ]
  }
}

/** Why nothing that rests on roots of the service's own can be signed; undefined when it may be. */
export function getUnpinnedReason({
  findings,
}: {
  findings: readonly Finding[]
}): string | undefined {
  const isUnpinned = findings.some(
    ({ id, state }) => id === 'installation' && state === 'unchecked',
  )
  return isUnpinned ? 'Compare and pin this installation first.' : undefined
}
