import { expect, test } from 'vitest'

import { everyNth, isCampaign, oneOfEach } from './campaign.ts'

const items = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((leaf) =>
  ['longer', 'shorter', 'emptied'].map((what) => ({ leaf, what })),
)

test('each group keeps an item, and together meet more than one kind; a campaign keeps all', () => {
  const kept = oneOfEach(items, ({ leaf }) => leaf)
  if (isCampaign) return expect(kept).toEqual(items)
  expect(kept.map(({ leaf }) => leaf)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(new Set(kept.map(({ what }) => what)).size).toBeGreaterThan(1)
})

test('each nth item is kept, the first among them', () => {
  if (!isCampaign) expect(everyNth([1, 2, 3, 4, 5], 2)).toEqual([1, 3, 5])
})
