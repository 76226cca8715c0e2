import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type AssetType, type ChainId, splitAssetType } from '#protocol/ids/caip.ts'
import { IndicativeQuoteRequest } from '#protocol/quotes/indicativeQuote.ts'
import { type Quote, QuoteRequest } from '#protocol/quotes/quote.ts'
import { getRuns } from '#testing/campaign.ts'
import { expectAccounting } from '#testing/quotes/accounting.ts'
import {
  allAssets,
  composeWorld,
  testNetwork,
  type TestWorld,
  testWorlds,
} from '#testing/quotes/world.ts'
import { ServiceError } from '../../ServiceError.ts'

const chainIds = testNetwork.chains.map(({ chainId }) => chainId)
const aggregateIds = testNetwork.aggregates.map(({ aggregatedAssetId }) => aggregatedAssetId)
const questions = fc.record({
  world: testWorlds,
  from: fc.constantFrom(...aggregateIds),
  // On one chain: which of several is preferred depends on what is held where.
  to: fc.constantFrom(...allAssets.map(({ assetType }) => assetType)),
  chains: fc.subarray([...chainIds], { minLength: 1 }),
  whole: fc.integer({ min: 1, max: 9_000 }),
})

test('a quote draws from the named chains only, and adds up as if nothing stood elsewhere', async () => {
  let several = 0
  await fc.assert(
    fc.asyncProperty(questions, async ({ world, from, to, chains, whole }) => {
      const amount = toAmount(from, whole)
      const quote = await ask(world, { from, to, amount, chains })
      if (typeof quote === 'string') return
      const drawn = quote.originChainsOperations.map(({ assetType }) => toChain(assetType))
      expect(chains).toEqual(expect.arrayContaining(drawn))
      expect(quote.originToken.amount).toBe(amount)
      expectAccounting(quote, world)
      if (drawn.length > 1) several += 1
      const elsewhere = await ask(withoutOthers(world, { from, chains }), { from, to, amount })
      if (typeof elsewhere === 'string') throw new Error(elsewhere)
      expect(quote.originToken).toEqual(elsewhere.originToken)
      expect(quote.fees).toEqual(elsewhere.fees)
    }),
    getRuns({ test: 60, campaign: 600 }),
  )
  expect(several).toBeGreaterThan(2)
})

test('what arrives exactly is covered by the named chains alone', async () => {
  let quoted = 0
  await fc.assert(
    fc.asyncProperty(questions, async ({ world, from, to, chains, whole }) => {
      const asset = allAssets.find(({ assetType }) => assetType === to)
      const scale = 10n ** BigInt(asset?.decimals ?? 0)
      const units = BigInt(whole) * scale
      const exact = `${/usd/i.test(asset?.symbol ?? '') ? units : units / 1_000n}`
      const quote = await ask(world, { from, to, exact, chains })
      if (typeof quote === 'string') return
      const drawn = quote.originChainsOperations.map(({ assetType }) => toChain(assetType))
      expect(chains).toEqual(expect.arrayContaining(drawn))
      expect(quote.destinationToken).toMatchObject({ amount: exact, minimumAmount: exact })
      expectAccounting(quote, world)
      quoted += 1
    }),
    getRuns({ test: 40, campaign: 400 }),
  )
  expect(quoted).toBeGreaterThan(9)
})

test('a chain that the network or the asset does not have is refused by its name', async () => {
  const [world] = fc.sample(testWorlds, { numRuns: 1, seed: 1 })
  const [first] = chainIds
  const sol = allAssets.find(({ assetType }) => assetType.startsWith('solana:'))
  if (!world || !first || !sol) throw new Error('Expected a world with Solana.')
  const request = { from: 'agg:usdc', to: 'agg:eth', amount: '5000000000' }
  expect(await ask(world, { ...request, chains: [first, 'eip155:1'] })).toBe(
    'UNSUPPORTED_CHAIN at from.chains.1',
  )
  const onlySol = { ...request, from: 'agg:sol', chains: [first] }
  expect(await ask(world, onlySol)).toBe('UNSUPPORTED_CHAIN at from.chains')
})

test('an indicative quote draws from the named chains only', async () => {
  const [world] = fc.sample(testWorlds, { numRuns: 1, seed: 1 })
  if (!world) throw new Error('Expected a world.')
  const { quotes } = composeWorld(world)
  for (const chainId of chainIds) {
    const said = await quotes.quoteIndicatively(
      IndicativeQuoteRequest.parse({
        from: { asset: { assetId: 'agg:usdc' }, amount: '50000000000', chains: [chainId] },
        to: { asset: { assetId: 'agg:eth' } },
      }),
    )
    expect(said.originToken.assetType.map(toChain)).toEqual([chainId])
  }
})

type Question = {
  from: string
  to: string
  /** What is paid; otherwise what is delivered exactly. */
  amount?: string
  exact?: string
  chains?: readonly string[]
}

/** The quote, or the code and the place of the refusal. */
async function ask(world: TestWorld, question: Question): Promise<Quote | string> {
  const { from, to, amount, exact, chains } = question
  const request = QuoteRequest.parse({
    from: { accounts: world.accounts, asset: { assetId: from }, amount, chains },
    to: { asset: { assetId: to }, amount: exact },
  })
  try {
    return await composeWorld(world).quotes.quoteV3(request)
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code} at ${error.issues?.[0]?.path}`
    throw error
  }
}

/** The same world, in which nothing of the asset stands on other chains. */
function withoutOthers(
  world: TestWorld,
  { from, chains }: { from: string; chains: readonly ChainId[] },
): TestWorld {
  return {
    ...world,
    balanceOf(account, assetType) {
      const asset = allAssets.find((one) => one.assetType === assetType)
      const isOther = !chains.includes(toChain(assetType))
      if (isOther && asset?.aggregate.aggregatedAssetId === from) return 0n
      return world.balanceOf(account, assetType)
    },
  }
}

function toAmount(assetId: string, whole: number): string {
  const aggregate = testNetwork.aggregates.find((one) => one.aggregatedAssetId === assetId)
  const units = BigInt(whole) * 10n ** BigInt(aggregate?.decimals ?? 0)
  return `${/usd/.test(assetId) ? units : units / 1_000n}`
}

function toChain(assetType: AssetType): ChainId {
  return splitAssetType(assetType).chainId
}
