import { expect, test } from 'vitest'

import type { AssetType } from '#protocol/ids/caip.ts'
import { samplePrices, sampleRoots } from '#testing/verifier/sampleCase.ts'
import {
  unlistedChain,
  unlistedPool,
  unlistedReading,
  unlistedToken,
} from '#testing/verifier/unlistedSample.ts'
import { sortReads } from './useUnlistedSearch.ts'

const assetType: AssetType = `${unlistedChain.chainId}/erc20:${unlistedToken}`
const known = { roots: sampleRoots, prices: samplePrices, chains: new Map() }

test('a token with a pool that prices it can be chosen, with what is in the pool', () => {
  const { found, missed } = sortReads([{ assetType, reading: unlistedReading }], known)
  expect(missed).toEqual([])
  expect(found).toMatchObject([
    {
      token: { assetType, symbol: 'ODD', name: 'Odd token', decimals: 8 },
      pairedWith: { symbol: 'USDC' },
      held: unlistedPool.held,
      resembles: undefined,
    },
  ])
})

test('a token that is called like a listed one is said to be', () => {
  const reading = { ...unlistedReading, symbol: 'USDС' }
  const { found } = sortReads([{ assetType, reading }], known)
  expect(found).toMatchObject([{ resembles: { symbol: 'USDC' } }])
})

test('what cannot be chosen says why: unread, silent, no token, no pool, too little in it', () => {
  const readings = [
    undefined,
    'silent',
    { ...unlistedReading, hasCode: false },
    { ...unlistedReading, decimals: undefined },
    { ...unlistedReading, pools: [] },
    { ...unlistedReading, pools: [{ ...unlistedPool, held: 5_000_000_000n }] },
  ] as const
  const { found, missed } = sortReads(
    readings.map((reading) => ({ assetType, reading })),
    known,
  )
  expect(found).toEqual([])
  expect(missed.map(({ why }) => why)).toEqual([
    'reading',
    'silent',
    { kind: 'noContract' },
    { kind: 'noToken' },
    { kind: 'noPool' },
    { kind: 'thin', usd: 5000 },
  ])
  // Its names are shown even where nothing prices it.
  expect(missed.at(-1)?.token?.symbol).toBe('ODD')
})

test('without price feeds nothing can be chosen yet', () => {
  const { missed } = sortReads([{ assetType, reading: unlistedReading }], {
    ...known,
    prices: undefined,
  })
  expect(missed).toMatchObject([{ why: 'reading' }])
})
