import { expect, test } from 'vitest'

import type { Finding } from './claims/finding.ts'
import { applyTrust, getUnpinnedReason, isPriceConfirmed } from './trust.ts'

const good: Finding = { id: 'escrow', state: 'verified', claim: 'Pinned', evidence: 'same' }
const bad: Finding = { id: 'amounts', state: 'mismatch', claim: 'Wrong', evidence: '1, not 2' }

test('what is compiled in needs no finding of its own', () => {
  expect(applyTrust([good, bad], { trust: 'compiled' })).toEqual([good, bad])
})

test('a pinned installation is named first', () => {
  const [first, ...rest] = applyTrust([good, bad], { trust: 'pinned' })
  expect(first).toMatchObject({ id: 'installation', state: 'verified' })
  expect(rest).toEqual([good, bad])
})

test('nothing is verified by an installation that nobody pinned, and what is wrong stays wrong', () => {
  const findings = applyTrust([good, bad], { trust: 'unpinned' })
  expect(findings.map(({ state }) => state)).toEqual(['unchecked', 'unchecked', 'mismatch'])
  expect(getUnpinnedReason({ findings })).toBe('Compare and pin this instance first.')
})

test('an installation that changed contradicts everything that it says', () => {
  const findings = applyTrust([good], { trust: 'changed' })
  expect(findings[0]).toMatchObject({ id: 'installation', state: 'mismatch' })
})

test.each(['compiled', 'pinned', 'changed'] as const)('%s roots are not unpinned', (trust) => {
  expect(getUnpinnedReason({ findings: applyTrust([good], { trust }) })).toBeUndefined()
})

test('an installation that nobody pinned does not make a price one that nobody could check', () => {
  const price: Finding = { ...good, id: 'price' }
  const unread: Finding = { ...price, state: 'unchecked', evidence: 'No feed answers.' }
  for (const trust of ['pinned', 'unpinned'] as const) {
    expect(isPriceConfirmed(applyTrust([price], { trust }))).toBe(true)
    expect(isPriceConfirmed(applyTrust([unread], { trust }))).toBe(false)
  }
})
