import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Quote, QuoteRequest } from '#protocol/quotes/quote.ts'
import { getRuns } from '#testing/campaign.ts'
import { expectAccounting, findDeposit } from '#testing/quotes/accounting.ts'
import {
  allAssets,
  composeWorld,
  testNetwork,
  type TestWorld,
  testWorlds,
} from '#testing/quotes/world.ts'
import { ServiceError } from '../../ServiceError.ts'

const assetIds = [
  ...testNetwork.aggregates.map(({ aggregatedAssetId }) => aggregatedAssetId),
  ...allAssets.map(({ assetType }) => assetType),
]

const questions = fc.record({
  world: testWorlds,
  from: fc.oneof(fc.constantFrom(...assetIds), fc.constantFrom('agg:usdc', 'agg:usdt', 'agg:eth')),
  to: fc.constantFrom(...allAssets),
  /** Of a million dollars, in a scale that meets cents and thousands alike. */
  digits: fc.integer({ min: 1, max: 9_999 }),
  magnitude: fc.integer({ min: -4, max: 0 }),
})

test('exactly what was asked for is promised, and the least is paid for it: any assets, prices, accounts', async () => {
  const seen = { deposit: 0, direct: 0, 'several operations': 0 }
  await fc.assert(
    fc.asyncProperty(questions, async ({ world, from, to, digits, magnitude }) => {
      const target = scale(BigInt(digits), to.decimals + magnitude)
      fc.pre(target > 0n)
      const assets = { from, to: to.assetType }
      const quote = await ask(world, { ...assets, amount: { delivered: `${target}` } })
      if (!quote) return
      const { destinationToken: token, originToken, originChainsOperations: operations } = quote
      expect([token.amount, token.minimumAmount]).toEqual([`${target}`, `${target}`])
      expect(quote.slippage?.destination).toMatchObject({ percent: '0', value: '0' })
      expectAccounting(quote, world)
      const isDeposit = operations.some((one) => findDeposit(one))
      seen[isDeposit ? 'deposit' : 'direct'] += 1
      if (operations.length > 1) seen['several operations'] += 1
      // Two steps less, spent the same way, would deliver less.
      const step = getStep(from)
      const paid = BigInt(originToken.amount)
      const less = await ask(world, { ...assets, amount: { paid: `${paid - 2n * step}` } })
      if (!less || !isSameWay(less, quote)) return
      expect(BigInt(less.destinationToken.amount)).toBeLessThan(target)
    }),
    getRuns({ test: 80, campaign: 800 }),
  )
  for (const [what, count] of Object.entries(seen))
    expect([what, count]).toEqual([what, expect.toSatisfy((n) => n > 1)])
})

type Asked = { from: string; to: string; amount: { paid: string } | { delivered: string } }

async function ask(world: TestWorld, { amount, ...assets }: Asked): Promise<Quote | undefined> {
  const from = { accounts: [...world.accounts], asset: { assetId: assets.from } }
  const to = { asset: { assetId: assets.to } }
  const request: QuoteRequest =
    'paid' in amount
      ? { from: { ...from, amount: amount.paid }, to }
      : { from, to: { ...to, amount: amount.delivered } }
  try {
    return await composeWorld(world).quotes.quoteV3(request)
  } catch (error) {
    if (error instanceof ServiceError && explained.includes(error.code)) return undefined
    throw error
  }
}

/** Codes that these worlds explain. */
const explained = ['AMOUNT_TOO_LOW', 'INSUFFICIENT_BALANCE', 'NO_ROUTE', 'RECIPIENT_MISMATCH']

/** Paid from the same balances, and not through a pool. */
function isSameWay(a: Quote, b: Quote): boolean {
  const [first, second] = [a, b].map(({ originChainsOperations }) =>
    originChainsOperations.map((one) => `${one.assetType} ${findDeposit(one) === undefined}`),
  )
  return first?.join() === second?.join()
}

/** The coarsest of the members, in the units in which the asset is asked for. */
function getStep(assetId: string): bigint {
  const members = allAssets.filter(({ aggregate }) => aggregate.aggregatedAssetId === assetId)
  return members.reduce((most, { decimals, aggregate }) => {
    const step = 10n ** BigInt(Math.max(0, aggregate.decimals - decimals))
    return step > most ? step : most
  }, 1n)
}

function scale(digits: bigint, exponent: number): bigint {
  return exponent >= 0 ? digits * 10n ** BigInt(exponent) : digits / 10n ** BigInt(-exponent)
}
