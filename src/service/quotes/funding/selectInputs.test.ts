import fc from 'fast-check'
import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { defaultAccountTypes } from '#protocol/accounts/account.ts'
import { getRuns } from '#testing/campaign.ts'
import { indexAssets } from '../../assetIndex.ts'
import { allocateAmount, selectInputs, maxAllocations, findSmallestSets } from './selectInputs.ts'
import type { FundingSource } from './fundingSources.ts'

const address = devnet.roles.solver
const account = {
  type: defaultAccountTypes.basic,
  signerAddress: address,
  accountAddress: address,
}
const [asset] = indexAssets(devnet).getMembers('agg:usdc') ?? []

/** Funding sources with these balances. */
function getSources(sizes: readonly number[]): FundingSource[] {
  if (!asset) throw new Error('The devnet has no USDC.')
  return sizes.map((size) => ({
    account,
    asset,
    available: BigInt(size),
    step: 1n,
    reserve: 0n,
    isFirst: false,
  }))
}

function even(count: number): FundingSource[] {
  return getSources(Array.from({ length: count }, () => 10))
}

test.each([1, 12, 13, 30, maxAllocations])(
  'all of %i balances are drawn to the last unit',
  (count) => {
    const sources = even(count)
    const sets = findSmallestSets(sources, BigInt(count * 10))
    expect(sets).toEqual([sources])
    const allocations = allocateAmount(sets[0] ?? [], BigInt(count * 10))
    expect(allocations?.map(({ total }) => total)).toEqual(
      sources.map(({ available }) => available),
    )
  },
)

test('more balances than are drawn together are none', () => {
  const sources = even(maxAllocations + 1)
  expect(findSmallestSets(sources, BigInt(maxAllocations * 10 + 1))).toEqual([])
  expect(findSmallestSets(sources, BigInt(maxAllocations * 10)).length).toBeGreaterThan(0)
})

test('no more sets than can be compared are made, and each holds the amount', () => {
  for (const count of [13, 30, 60])
    for (const needed of [1, 2, 6, 13, 29].filter((size) => size <= count)) {
      const sets = findSmallestSets(even(count), BigInt(needed * 10))
      expect(sets.length).toBeGreaterThan(0)
      expect(sets.length).toBeLessThanOrEqual(1_000)
      for (const set of sets) expect(set).toHaveLength(needed)
    }
})

test('every smallest set is among them while they are few', () => {
  const sets = findSmallestSets(getSources([5, 9, 4, 2]), 9n)
  expect(sets.map((set) => set.map(({ available }) => available))).toEqual([[9n]])
  const pairs = findSmallestSets(getSources([5, 9, 4, 2]), 11n)
  expect(pairs.map((set) => set.map(({ available }) => available))).toEqual([
    [9n, 5n],
    [9n, 4n],
    [9n, 2n],
  ])
})

test('wallets give what leaves each enough to live, or nothing, whenever that can be', () => {
  const kept = 3
  const questions = fc.record({
    // Wallets with hardly more than the reserve are not worth a signature of their own.
    held: fc.array(fc.integer({ min: 2 * kept, max: 20 }), { minLength: 1, maxLength: 4 }),
    share: fc.integer({ min: 1, max: 100 }),
  })
  let refused = 0
  fc.assert(
    fc.property(questions, ({ held, share }) => {
      const amount = Math.ceil((held.reduce((sum, one) => sum + one, 0) * share) / 100)
      const wallets = getSources(held).map((source) => ({ ...source, reserve: BigInt(kept) }))
      const ways = selectInputs(wallets, BigInt(amount))
      for (const allocations of ways) {
        expect(allocations.reduce((sum, { total }) => sum + total, 0n)).toBe(BigInt(amount))
        for (const { total, available } of allocations)
          expect([available, 0n].includes(total) || available - total >= BigInt(kept)).toBe(true)
      }
      if (ways.length === 0) refused += 1
      expect(ways.length > 0).toBe(getSums(held, kept).has(amount))
    }),
    getRuns({ test: 400, campaign: 2_000 }),
  )
  expect(refused).toBeGreaterThan(20)
})

test('four wallets give what only two of them can be emptied for', () => {
  const wallets = getSources([8, 8, 8, 8]).map((source) => ({ ...source, reserve: 3n }))
  const [allocations = []] = selectInputs(wallets, 22n)
  expect(allocations.map(({ total }) => Number(total)).toSorted((a, b) => a - b)).toEqual([
    3, 3, 8, 8,
  ])
})

/** Every amount that the wallets can pay together. */
function getSums(held: readonly number[], reserve: number): ReadonlySet<number> {
  return held.reduce(
    (sums, units) => {
      const given = [units, ...Array.from({ length: units - reserve + 1 }, (_, index) => index)]
      return new Set([...sums].flatMap((sum) => given.map((one) => sum + one)))
    },
    new Set([0]),
  )
}
