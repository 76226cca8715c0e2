import { expect, test } from 'vitest'

import { allAssets, getAsset } from '#testing/quotes/world.ts'
import type { Route } from './route.ts'
import { type ChainId, isBeta } from '#protocol/ids/caip.ts'
import { rankRoutes } from './rankRoutes.ts'

const eth = allAssets.filter(({ aggregate }) => aggregate.aggregatedAssetId === 'agg:eth')
const coins = eth.filter(({ assetType }) => assetType.includes('/slip44:'))
const tokens = eth.filter(({ assetType }) => assetType.includes('/erc20:'))
const cent = 1_000_000n

function route(assetType: string | undefined, costUsd: bigint, signatures = 1): Route {
  const destination = getAsset(assetType ?? '')
  return {
    kind: 'deposit',
    allocations: [],
    destination,
    pool: undefined,
    deliveryGas: 0n,
    signatures,
    costUsd,
  }
}

/** A request of dollars, which may be what is paid or what is delivered. */
function getContext(usedChains: ReadonlySet<ChainId>, dollars: bigint, isExact = false) {
  const members = allAssets.filter(({ symbol }) => symbol === 'USDC')
  const side = { assetId: 'agg:usdc' as const, symbol: 'USDC', decimals: 6, members }
  const [amount, other] = [dollars * 1_000_000n, 10n ** 18n]
  return {
    resolved: {
      input: { ...side, amount: isExact ? other : amount },
      output: { ...side, ...(isExact && { exactAmount: amount }) },
    },
    book: { priceUsd: () => 100n * cent },
    found: { usedChains },
  }
}

function rank(routes: readonly Route[], usedChains: readonly string[] = [], dollars = 1_000n) {
  const used = new Set(
    allAssets.flatMap(({ chainId }) => (usedChains.includes(chainId) ? [chainId] : [])),
  )
  return rankRoutes(routes, getContext(used, dollars)).map(
    ({ destination }) => destination.assetType,
  )
}

test('a native coin comes before a token that is up to ten cents cheaper, and after one that is more', () => {
  const [coin, token] = [coins[0]?.assetType, tokens[0]?.assetType]
  expect(rank([route(token, 0n), route(coin, 10n * cent)])).toEqual([coin, token])
  expect(rank([route(token, 0n), route(coin, 10n * cent + 1n)])).toEqual([token, coin])
})

test('of a small amount no more than one percent counts as equally cheap', () => {
  const [coin, token] = [coins[0]?.assetType, tokens[0]?.assetType]
  expect(rank([route(token, 0n), route(coin, 2n * cent)], [], 2n)).toEqual([coin, token])
  expect(rank([route(token, 0n), route(coin, 2n * cent + 1n)], [], 2n)).toEqual([token, coin])
  const routes = [route(token, 0n), route(coin, 2n * cent + 1n)]
  const exact = rankRoutes(routes, getContext(new Set(), 2n, true))
  expect(exact.map(({ destination }) => destination.assetType)).toEqual([token, coin])
})

test('of equally cheap coins the one on a chain that the accounts use comes first', () => {
  const [first, second] = coins
  const routes = [route(first?.assetType, 0n), route(second?.assetType, 10n * cent)]
  expect(rank(routes, [second?.chainId ?? ''])).toEqual([second?.assetType, first?.assetType])
  expect(rank(routes)).toEqual([first?.assetType, second?.assetType])
})

test('of equally cheap routes one to a chain in beta comes last, even where the accounts use it', () => {
  const usdc = allAssets.filter(({ symbol }) => symbol === 'USDC')
  const beta = usdc.find(({ chainId }) => isBeta(chainId))
  const other = usdc.find(({ chainId }) => !isBeta(chainId))
  const routes = [route(beta?.assetType, 0n), route(other?.assetType, 10n * cent)]
  expect(rank(routes, [beta?.chainId ?? ''])).toEqual([other?.assetType, beta?.assetType])
  const dearer = [route(beta?.assetType, 0n), route(other?.assetType, 11n * cent)]
  expect(rank(dearer)).toEqual([beta?.assetType, other?.assetType])
})

test('fewer signatures come before any destination, and the cheaper of two ways to one', () => {
  const [coin, token] = [coins[0]?.assetType, tokens[0]?.assetType]
  expect(rank([route(coin, 0n, 2), route(token, 90n * cent, 1)])).toEqual([token, coin])
  const ways = rankRoutes(
    [route(coin, 5n * cent), route(coin, 2n * cent)],
    getContext(new Set(), 1_000n),
  )
  expect(ways.map(({ costUsd }) => costUsd)).toEqual([2n * cent, 5n * cent])
})
