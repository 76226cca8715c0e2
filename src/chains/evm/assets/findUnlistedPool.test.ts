import { expect, test } from 'vitest'

import type { UnlistedPool } from '#protocol/quotes/unlistedToken.ts'
import { unlistedPool, unlistedReading } from '#testing/verifier/unlistedSample.ts'
import { findUnlistedPool } from './findUnlistedPool.ts'
import { getSqrtPriceAtTick } from './tickPrice.ts'

const honest: UnlistedPool = {
  ...unlistedPool,
  address: '0x00000000000000000000000000000000000f0002',
  fee: 500,
  held: unlistedPool.held / 2n,
  // Most pools remember one price.
  observations: 1,
  tick: undefined,
}

/** 10,000 ticks are a price of 2.7 times as much. */
function moveBy(ticks: number, pool: UnlistedPool): UnlistedPool {
  return { ...pool, sqrtPrice: getSqrtPriceAtTick((unlistedPool.tick ?? 0) + ticks) }
}

function find(...others: readonly UnlistedPool[]) {
  const reading = { ...unlistedReading, pools: [...others, unlistedPool] }
  return findUnlistedPool(reading, (_, units) => Number(units) / 1e6)
}

test('the pool with the most of a listed token prices it, where its others agree', () => {
  for (const others of [[], [honest], [moveBy(400, honest)], [moveBy(-400, honest)]])
    expect(find(...others)).toMatchObject({ pool: { address: unlistedPool.address } })
})

test.each([
  ['dearer', 10_000],
  ['cheaper', -10_000],
])('a pool that somebody made larger than the honest one, and much %s, prices nothing', (_, by) => {
  expect(find(moveBy(by, honest))).toEqual({ fault: { kind: 'apart' } })
})

test.each<[string, Partial<UnlistedPool>]>([
  ['little in it', { held: unlistedPool.held / 11n }],
  ['no liquidity at its price', { liquidity: 0n }],
])('another pool with %s stops nothing', (_, changes) => {
  const pool = { ...moveBy(10_000, honest), ...changes }
  expect(find(pool)).toMatchObject({ pool: { address: unlistedPool.address } })
})
