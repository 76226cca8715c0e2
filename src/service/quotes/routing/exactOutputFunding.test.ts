import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { ChainId } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { allAssets, composeWorld, type TestWorld, testWorlds } from '#testing/quotes/world.ts'
import { isEvmAccount } from '../request/resolveQuoteRequest.ts'

/** Which balances an exact output is paid from; whoever may send to the payer must not decide it. */
const [base] = fc.sample(
  testWorlds.filter(({ accounts }) => accounts.filter(isEvmAccount).length === 10),
  { numRuns: 1, seed: 5 },
)
if (!base) throw new Error('There is no such world.')
const someWorld = base

const usdt = allAssets.filter(({ symbol }) => symbol === 'USDT')
const ether = allAssets.find(({ symbol }) => symbol === 'ETH')?.assetType ?? 'agg:eth'
const dollar = 100_000_000n

/** A world with dollars per account and asset; USDT on the first chain has a price of its own. */
function buildWorld(options: {
  dollarsOf: (assetType: string, index: number) => number
  priceOnFirst?: bigint
  accounts?: number
}): TestWorld {
  const { dollarsOf, priceOnFirst = dollar } = options
  const accounts = someWorld.accounts.slice(0, options.accounts ?? 1)
  return {
    ...someWorld,
    accounts,
    gwei: 5,
    codeOf: () => 'none',
    priceAt(feed: string, chainId: ChainId) {
      const asset = allAssets.find((one) => one.feed === feed || one.secondFeed === feed)
      const id = asset?.aggregate.aggregatedAssetId
      if (id === 'agg:usdt') return chainId === usdt[0]?.chainId ? priceOnFirst : dollar
      return id === 'agg:eth' ? 3_000n * dollar : dollar
    },
    balanceOf(account, assetType) {
      const index = accounts.findIndex(({ accountAddress }) => accountAddress === account)
      const decimals = allAssets.find((one) => one.assetType === assetType)?.decimals ?? 0
      const micros = index < 0 ? 0 : Math.round(dollarsOf(assetType, index) * 1e6)
      return BigInt(micros) * 10n ** BigInt(decimals - 6)
    },
  }
}

async function askFor(world: TestWorld, amount: bigint): Promise<Quote> {
  return composeWorld(world).quotes.quoteV3({
    from: { accounts: [...world.accounts], asset: { assetId: 'agg:usdt' } },
    to: { asset: { assetId: ether }, amount: `${amount}` },
  })
}

test.each([
  ['no price', 0n],
  ['half of its price', dollar / 2n],
  ['five times its price', 5n * dollar],
])('dust with %s, which anybody can send, changes nothing', async (_, priceOnFirst) => {
  const [first, second] = usdt
  function withDust(dust: number): TestWorld {
    return buildWorld({
      priceOnFirst,
      dollarsOf: (assetType) =>
        assetType === second?.assetType ? 1_000 : assetType === first?.assetType ? dust : 0,
    })
  }
  const amount = 25n * 10n ** 16n
  const [usual, dusted] = await Promise.all(
    [0, 0.000001].map((dust) => askFor(withDust(dust), amount)),
  )
  expect(dusted?.originToken).toEqual(usual?.originToken)
})

test('what many small balances cover together is quoted, however much of it goes into fees', async () => {
  const isOnEvm = new Set<string>(
    usdt.flatMap(({ assetType }) => (assetType.startsWith('eip155') ? assetType : [])),
  )
  const even = buildWorld({
    accounts: 10,
    dollarsOf: (assetType) => (isOnEvm.has(assetType) ? 12 : 0),
  })
  const oneLarge = buildWorld({
    accounts: 10,
    dollarsOf: (assetType, index) =>
      assetType === usdt[0]?.assetType && index === 0 ? 100_000 : isOnEvm.has(assetType) ? 12.5 : 0,
  })
  const [many, some] = await Promise.all([
    askFor(even, 28n * 10n ** 15n),
    askFor(oneLarge, 3333n * 10n ** 16n),
  ])
  expect(many?.originChainsOperations.length).toBeGreaterThan(12)
  expect(some?.originChainsOperations.length).toBeGreaterThan(6)
})
