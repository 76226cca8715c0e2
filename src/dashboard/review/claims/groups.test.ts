import { expect, test } from 'vitest'

import { sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { samples } from '#testing/verifier/samples.ts'
import { solanaSamples } from '#testing/verifier/solanaSamples.ts'
import { verifyQuote } from '../verifyQuote.ts'
import { claims } from './claims.ts'
import { expireFindings } from './finding.ts'
import { claimGroups, groupFindings } from './groups.ts'

/** Claims about a receipt's file, which a review has none of. */
const ofReceipts = ['file', 'signatures']

test('there are six groups, and every claim is in exactly one of them', () => {
  expect(claimGroups).toHaveLength(6)
  const grouped = claimGroups.flatMap((group) => group.claims)
  const reviewed = Object.keys(claims).filter((claim) => !ofReceipts.includes(claim))
  expect(grouped.toSorted()).toEqual(reviewed.toSorted())
})

test('no finding of any kind of quote is lost, and all six groups have some', () => {
  for (const [name, sample] of Object.entries({ ...samples, ...solanaSamples })) {
    const { findings } = verifyQuote(sampleEvidence(sample, sampleQuote(sample)))
    const groups = groupFindings(findings)
    expect(groups, name).toHaveLength(6)
    expect(groups.flatMap((one) => one.findings.map(({ id }) => id)).toSorted(), name).toEqual(
      findings.map(({ id }) => id).toSorted(),
    )
    expect(groups.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'verified'))
  }
})

test('a group that failed stands first, with what failed in it first, then one with an open claim', () => {
  const sample = samples['two chains into one']
  const { prices: _, ...evidence } = sampleEvidence(sample, sampleQuote(sample))
  const groups = groupFindings(expireFindings(verifyQuote(evidence).findings))
  expect(groups.slice(0, 2).map(({ group, state }) => [group.id, state])).toEqual([
    ['time', 'mismatch'],
    ['paid', 'unchecked'],
  ])
  expect(groups[0]?.findings[0]?.id).toBe('expiry')
  expect(groups[1]?.findings[0]?.id).toBe('price')
})
