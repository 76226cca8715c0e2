import { expect, test } from 'vitest'

import { getCover, pickEveryNth, isCampaign, pickOneOfEach } from './campaign.ts'

const leaves = ['a', 'b', 'c', 'd', 'e', 'f']
const items = leaves.flatMap((leaf) =>
  ['longer', 'shorter', 'emptied'].map((what) => ({ leaf, what })),
)

test('each group keeps an item, and together they meet more than one kind; a campaign keeps all', () => {
  const kept = pickOneOfEach(items, ({ leaf }) => leaf)
  expect([...new Set(kept.map(({ leaf }) => leaf))]).toEqual(leaves)
  expect(kept).toHaveLength(isCampaign ? items.length : leaves.length)
  expect(new Set(kept.map(({ what }) => what)).size).toBeGreaterThan(1)
})

test('what is kept of rows is whole rows', () => {
  const rows = [['a', 1] as const, ['b', 2] as const]
  expect(pickOneOfEach(rows, ([name]) => name)).toEqual(rows)
})

test('a cover has every trait that any item has, with few items; a campaign keeps all', () => {
  const kept = getCover(items, ({ leaf, what }) => [leaf, what])
  expect(new Set(kept.map(({ leaf }) => leaf))).toEqual(new Set(leaves))
  expect(new Set(kept.map(({ what }) => what)).size).toBe(3)
  expect(kept).toHaveLength(isCampaign ? items.length : leaves.length)
  expect(getCover([], () => [])).toEqual([])
})

test('each nth item is kept, the first among them; a campaign keeps all', () => {
  expect(pickEveryNth([1, 2, 3, 4, 5], 2)).toEqual(isCampaign ? [1, 2, 3, 4, 5] : [1, 3, 5])
  expect(pickEveryNth([1, 2, 3, 4, 5], 2, 3)).toEqual(isCampaign ? [1, 2, 3, 4, 5] : [2, 4])
})
