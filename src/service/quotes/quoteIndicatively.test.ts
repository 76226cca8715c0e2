import fc from 'fast-check'
import { expect, test } from 'vitest'

import { IndicativeQuote, IndicativeQuoteRequest } from '#protocol/quotes/indicativeQuote.ts'
import { QuoteRequest } from '#protocol/quotes/quote.ts'
import { getRuns } from '#testing/campaign.ts'
import { allAssets, composeWorld, type TestWorld, testWorlds } from '#testing/quotes/world.ts'
import { getDevnetPrice } from '#testing/quotes/valueChain.ts'
import { ServiceError } from '../ServiceError.ts'

const questions = fc.record({
  world: testWorlds,
  from: fc.constantFrom(...allAssets),
  to: fc.constantFrom(...allAssets),
  whole: fc.integer({ min: 5, max: 4_000 }),
})

test('an account that holds enough on one chain gets what the indicative quote said', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(questions, async ({ world, from, to, whole }) => {
      const rich = withPlenty(world, from.assetType)
      const { quotes } = composeWorld(rich)
      const amount = `${(BigInt(whole) * 10n ** BigInt(from.decimals)) / 10n}`
      const request = {
        from: { asset: { assetId: from.assetType }, amount },
        to: { asset: { assetId: to.assetType } },
      }
      const said = await attempt(() =>
        quotes.quoteIndicatively(IndicativeQuoteRequest.parse(request)),
      )
      const accounts = [...rich.accounts]
      const quote = await attempt(() =>
        quotes.quoteV3(QuoteRequest.parse({ ...request, from: { ...request.from, accounts } })),
      )
      if (!said || !quote || quote.originChainsOperations.length > 1) return
      compared += 1
      expect(IndicativeQuote.parse(said)).toEqual(said)
      expect(said.originToken.amount).toBe(amount)
      expect(Object.keys(said.destinationToken)).not.toContain('recipientAccount')
      // A new account, token account or first operation costs more than was assumed, never less.
      const [least, given] = [said, quote].map((one) => BigInt(one.destinationToken.amount))
      expect(given).toBeLessThanOrEqual(least ?? 0n)
    }),
    getRuns({ test: 40, campaign: 400 }),
  )
  expect(compared).toBeGreaterThan(3)
})

test('an exact output is quoted too, and nothing in the answer can be signed', async () => {
  const [world] = fc.sample(testWorlds, { numRuns: 1, seed: 1 })
  if (!world) throw new Error('Expected a world.')
  const said = await composeWorld(world).quotes.quoteIndicatively({
    from: { asset: { assetId: 'agg:usdc' } },
    to: { asset: { assetId: 'agg:usdt' }, amount: '250000000' },
  })
  expect(said.destinationToken).toMatchObject({ amount: expect.stringMatching(/^250000000/) })
  expect(said.destinationToken.minimumAmount).toBe(said.destinationToken.amount)
  expect(Object.keys(said).toSorted()).toEqual([
    'destinationToken',
    'fees',
    'isIndicative',
    'originToken',
    'slippage',
  ])
})

test('one unit is quoted with what it costs, also of the asset with more decimals', async () => {
  const [world] = fc.sample(testWorlds, { numRuns: 1, seed: 1 })
  if (!world) throw new Error('Expected a world.')
  const { quotes } = composeWorld({ ...world, priceAt: getDevnetPrice })
  const usdts = allAssets.filter(({ symbol }) => symbol === 'USDT')
  for (const from of usdts)
    for (const to of usdts.filter((one) => one !== from))
      for (const amount of ['1', '1000000000001']) {
        const said = await quotes.quoteIndicatively({
          from: { asset: { assetId: from.assetType } },
          to: { asset: { assetId: to.assetType }, amount },
        })
        expect(said.destinationToken).toMatchObject({ amount, minimumAmount: amount })
      }
})

/** The same world, in which every account holds a million of the asset. */
function withPlenty(world: TestWorld, assetType: string): TestWorld {
  return {
    ...world,
    balanceOf(account, asset) {
      const held = world.balanceOf(account, asset)
      return asset === assetType ? held + 10n ** 24n : held
    },
  }
}

async function attempt<Quoted>(ask: () => Promise<Quoted>): Promise<Quoted | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
