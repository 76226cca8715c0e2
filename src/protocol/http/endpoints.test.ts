import { expect, test } from 'vitest'

import { endpoints } from './endpoints.ts'
import { FailReason } from '../status/failReason.ts'
import { ExecutionStatus, HistoryQuery } from '../status/status.ts'
import { BalanceQuery } from '../quotes/balance.ts'
import { Accounts } from '../accounts/account.ts'

const address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

test('no two endpoints share method and path', () => {
  const keys = Object.values(endpoints).flatMap(({ method, paths }) =>
    paths.map((path) => `${method} ${path}`),
  )
  expect(new Set(keys).size).toBe(keys.length)
})

test('the removed endpoints are not in the table', () => {
  const paths = Object.values(endpoints).flatMap((endpoint): readonly string[] => endpoint.paths)
  expect(paths.filter((path) => /transfer-quote|swap-quote/.test(path))).toEqual([])
})

test('there are 45 fail reasons and six states', () => {
  expect(new Set(FailReason.options).size).toBe(45)
  expect(ExecutionStatus.options).toHaveLength(6)
})

test('a history query has its defaults and caps its limit', () => {
  expect(HistoryQuery.parse({ user: address })).toEqual({
    user: address,
    limit: 20,
    sortBy: 'createdAt',
  })
  expect(HistoryQuery.parse({ user: address, limit: '5000' }).limit).toBe(100)
  expect(HistoryQuery.safeParse({ user: address, limit: '0' }).success).toBe(false)
})

test.each([
  [{}, false],
  [{ aggregatedAssetId: '' }, false],
  [{ aggregatedAssetId: ' , ', assetId: '' }, false],
  [{ aggregatedAssetId: 'agg:usdc,agg:eth' }, true],
  [{ assetId: 'eip155:1/slip44:60' }, true],
  [{ assetId: 'agg:usdc' }, false],
])('a v3 balance query with %j is valid: %s', (filter, valid) => {
  const query = { account: `eip155:1:${address}`, ...filter }
  expect(BalanceQuery.safeParse(query).success).toBe(valid)
})

test.each([
  [`eip155:1:${address}`, true],
  [`eip155:1:${address},solana:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`, true],
  [`eip155:1:${address},eip155:2:0x${'11'.repeat(20)}`, false],
  [address, false],
  ['', false],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', true],
  [
    'solana:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v,solana:So11111111111111111111111111111111111111112',
    false,
  ],
  ['eip155:1:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', false],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', false],
  [`solana:${address}`, false],
])('a v3 balance query for %s is valid: %s', (account, valid) => {
  const query = { account, aggregatedAssetId: 'agg:usdc' }
  expect(BalanceQuery.safeParse(query).success).toBe(valid)
})

test('the same account may stand once, whatever its case', () => {
  const account = { sessionAddress: address, adminAddress: address, accountAddress: address }
  const upper = { ...account, accountAddress: `0x${address.slice(2).toUpperCase()}` }
  expect(Accounts.safeParse([account]).success).toBe(true)
  expect(Accounts.safeParse([account, upper]).success).toBe(false)
})
