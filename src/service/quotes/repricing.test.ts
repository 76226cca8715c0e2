import { expect, test } from 'vitest'

import { devnetWithSolana } from '#networks/devnetWithSolana.ts'
import { feedChainOf } from '#networks/priceSources.ts'
import type { ChainId } from '#protocol/caip.ts'
import { indexAssets } from '../assetIndex.ts'
import type { PriceBook } from '../prices/prices.ts'
import { createRepricing } from './repricing.ts'

const assets = indexAssets(devnetWithSolana)
const onSolana = assets.membersOf('agg:usdc')?.find(({ chainId }) => chainId.startsWith('solana:'))
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
  const feedChain = feedChainOf(onSolana)
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

/** Holds an exchange against feeds none of which gives a price. */
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
