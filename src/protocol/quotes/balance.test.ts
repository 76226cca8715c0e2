import { expect, test } from 'vitest'

import { BalanceQuery, BalanceQueryV2 } from './balance.ts'

const account = '0x66A7d3C6523bbF8201Bc1279Dd664a040540820d'
const other = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const solana = 'So11111111111111111111111111111111111111112'
const usdc = 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const aggregatedAssetId = 'agg:usdc'

test('one address under several chain numbers, or in two cases, is one account', () => {
  const texts = [`eip155:1:${account}`, `eip155:10:${account}`, `eip155:1:${account.toLowerCase()}`]
  const query = BalanceQuery.parse({ account: texts.join(','), aggregatedAssetId })
  expect(query.account).toEqual([account])
})

test('two accounts of one ecosystem are refused, one of each is taken', () => {
  const two = `eip155:1:${account},eip155:1:${other}`
  expect(BalanceQuery.safeParse({ account: two, aggregatedAssetId }).success).toBe(false)
  const mixed = `eip155:1:${account},solana:${solana}`
  expect(BalanceQuery.parse({ account: mixed, aggregatedAssetId }).account).toEqual([
    account,
    solana,
  ])
})

test('an asset named twice, also in two cases, is asked for once', () => {
  const query = BalanceQuery.parse({
    account: `eip155:1:${account}`,
    aggregatedAssetId: 'agg:usdc,agg:eth,agg:usdc',
    assetId: `${usdc},${usdc.toLowerCase()}`,
  })
  expect(query.aggregatedAssetId).toEqual(['agg:usdc', 'agg:eth'])
  expect(query.assetId).toEqual([usdc])
})

test('a list of nothing is as good as none', () => {
  expect(BalanceQueryV2.parse({ address: account, assetId: ' , ' }).assetId).toBeUndefined()
  const nothing = { account: `eip155:1:${account}`, assetId: '', aggregatedAssetId: ',' }
  expect(BalanceQuery.safeParse(nothing).success).toBe(false)
})
