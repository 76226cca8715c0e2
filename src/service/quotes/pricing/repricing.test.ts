import { describe, expect, test } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { getFeedChain } from '#networks/priceSources.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { type Asset, indexAssets } from '../../assetIndex.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { createRepricing } from './repricing.ts'

const assets = indexAssets(devnetWithSolana)
const onSolana = assets.getMembers('agg:usdc')?.find(({ chainId }) => chainId.startsWith('solana:'))
if (!onSolana) throw new Error('There is no USDC on Solana.')
const amounts = [{ assetType: onSolana.assetType, amount: 1_000_000n }]
const exchange = {
  given: amounts,
  delivered: amounts,
  fees: [],
  gas: [],
  rent: [],
  swap: undefined,
}

test('a price whose feed is on a chain that does not answer is missing for that reason', async () => {
  const feedChain = getFeedChain(onSolana)
  expect(feedChain).not.toBe(onSolana.chainId)
  await expect(repriceWith([feedChain])).rejects.toMatchObject({
    code: 'CHAIN_UNAVAILABLE',
    message: `${feedChain} does not answer.`,
  })
})

test('a price that its feed does not give is missing for itself, whatever other chain is down', async () => {
  await expect(repriceWith([])).rejects.toMatchObject({ code: 'PRICE_UNAVAILABLE' })
  await expect(repriceWith([onSolana.chainId])).rejects.toMatchObject({ code: 'PRICE_UNAVAILABLE' })
})

describe('What moved against the service is borne', () => {
  const dollars = 1_000n
  const [usdc, weth] = [getAsset('USDC', 'Firth'), getAsset('WETH', 'Lagoon')]
  /**
   * Exchanges 1,000 dollars for assets worth this many basis points more, with a fee in dollars.
   */
  function check(more: bigint, { feeUsd, gasUsd }: { feeUsd: bigint; gasUsd: bigint }) {
    const book: PriceBook = {
      unavailableChains: [],
      priceUsd: ({ aggregate }) => (aggregate === usdc.aggregate ? 1n : 3_000n) * 10n ** 8n,
      doubtBps: () => 0n,
      arePricesApart: () => false,
      gasUsd: () => gasUsd * 10n ** 8n,
      latestTime: () => 0n,
    }
    const prices = { read: () => Promise.resolve(book) }
    const third = (dollars * 10n ** 18n * (10_000n + more)) / 10_000n / 3_000n
    return createRepricing({ network: devnetWithSolana, prices }).check({
      given: [{ assetType: usdc.assetType, amount: dollars * 10n ** 6n }],
      delivered: [{ assetType: weth.assetType, amount: third }],
      fees: [{ assetType: usdc.assetType, amount: feeUsd * 10n ** 6n }],
      gas: [{ chainId: usdc.chainId, gas: 1n }],
      rent: [],
      swap: undefined,
    })
  }

  test.each([
    ['by what the fee holds beyond the gas', 40n, { feeUsd: 5n, gasUsd: 1n }],
    ['by the base of the spread where gas took the rest', 5n, { feeUsd: 5n, gasUsd: 9n }],
  ])('%s, and no further', async (_, bps, fee) => {
    await check(bps, fee)
    await expect(check(bps + 1n, fee)).rejects.toMatchObject({ code: 'PRICE_UNAVAILABLE' })
  })
})

/** Returns the devnet member with this symbol on the chain with this name. */
function getAsset(symbol: string, name: string): Asset {
  const chainId = devnetWithSolana.chains.find((chain) => chain.name === name)?.chainId
  const found = chainId && assets.findOnChain(chainId).find((asset) => asset.symbol === symbol)
  if (!found) throw new Error(`There is no ${symbol} on ${name}.`)
  return found
}

/** Reprices an exchange for which no feed has a price. */
function repriceWith(unavailableChains: readonly ChainId[]): Promise<void> {
  const book: PriceBook = {
    unavailableChains,
    priceUsd: () => undefined,
    doubtBps: () => undefined,
    arePricesApart: () => false,
    gasUsd: () => undefined,
    latestTime: () => 0n,
  }
  const prices = { read: () => Promise.resolve(book) }
  return createRepricing({ network: devnetWithSolana, prices }).check(exchange)
}
