import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet.ts'
import { defaultAccountTypes } from '#protocol/account.ts'
import { indexAssets } from '../assetIndex.ts'
import { divide, mostDraws, smallestSets } from './drawing.ts'
import type { Source } from './sources.ts'

const address = devnet.roles.solver
const account = {
  type: defaultAccountTypes.basic,
  signerAddress: address,
  accountAddress: address,
}
const [asset] = indexAssets(devnet).membersOf('agg:usdc') ?? []

/** Balances of these sizes. */
function sourcesOf(sizes: readonly number[]): Source[] {
  if (!asset) throw new Error('The devnet has no USDC.')
  return sizes.map((size) => ({
    account,
    asset,
    available: BigInt(size),
    step: 1n,
    kept: 0n,
    isFirst: false,
  }))
}

function even(count: number): Source[] {
  return sourcesOf(Array.from({ length: count }, () => 10))
}

test.each([1, 12, 13, 30, mostDraws])('all of %i balances are drawn to the last unit', (count) => {
  const sources = even(count)
  const sets = smallestSets(sources, BigInt(count * 10))
  expect(sets).toEqual([sources])
  const draws = divide(sets[0] ?? [], BigInt(count * 10))
  expect(draws?.map(({ total }) => total)).toEqual(sources.map(({ available }) => available))
})

test('more balances than are drawn together are none', () => {
  const sources = even(mostDraws + 1)
  expect(smallestSets(sources, BigInt(mostDraws * 10 + 1))).toEqual([])
  expect(smallestSets(sources, BigInt(mostDraws * 10)).length).toBeGreaterThan(0)
})

test('no more sets than can be compared are made, and each holds the amount', () => {
  for (const count of [13, 30, 60])
    for (const needed of [1, 2, 6, 13, 29].filter((size) => size <= count)) {
      const sets = smallestSets(even(count), BigInt(needed * 10))
      expect(sets.length).toBeGreaterThan(0)
      expect(sets.length).toBeLessThanOrEqual(1_000)
      for (const set of sets) expect(set).toHaveLength(needed)
    }
})

test('every smallest set is among them while they are few', () => {
  const sets = smallestSets(sourcesOf([5, 9, 4, 2]), 9n)
  expect(sets.map((set) => set.map(({ available }) => available))).toEqual([[9n]])
  const pairs = smallestSets(sourcesOf([5, 9, 4, 2]), 11n)
  expect(pairs.map((set) => set.map(({ available }) => available))).toEqual([
    [9n, 5n],
    [9n, 4n],
    [9n, 2n],
  ])
})
