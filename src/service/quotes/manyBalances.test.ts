import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isEvmAccount } from './request/resolveQuoteRequest.ts'
import { expectAccounting } from '#testing/quotes/accounting.ts'
import { allAssets, composeWorld, testWorlds } from '#testing/quotes/world.ts'

/** Body limit of execute-quote, bytes. A submitted quote also carries its signatures. */
const maxBody = 256 * 1024
const maxSignatures = 60 * 500

test.each([
  ['agg:eth', 60],
  ['agg:usdt', 30],
])('ten accounts on three chains draw all of %s: %i balances in one quote', async (id, count) => {
  const [base] = fc.sample(
    testWorlds.filter(({ accounts }) => accounts.filter(isEvmAccount).length === 10),
    { numRuns: 1, seed: 5 },
  )
  if (!base) throw new Error('There is no such world.')
  const members = allAssets.filter(
    ({ aggregate, chainId }) => aggregate.aggregatedAssetId === id && chainId.startsWith('eip155:'),
  )
  const world = {
    ...base,
    gwei: 1,
    codeOf: () => 'none' as const,
    balanceOf(_: string, assetType: string) {
      const member = members.find((one) => one.assetType === assetType)
      return member ? 1_000n * 10n ** BigInt(member.decimals) : 0n
    },
  }
  const decimals = members[0]?.aggregate.decimals ?? 0
  const amount = BigInt(count) * 1_000n * 10n ** BigInt(decimals)
  const to = allAssets.find(({ symbol }) => symbol === 'WBTC')?.assetType ?? 'agg:btc'
  const quote = await composeWorld(world).quotes.quoteV3({
    from: { accounts: [...world.accounts], asset: { assetId: id }, amount: `${amount}` },
    to: { asset: { assetId: to } },
  })
  expect(quote.originChainsOperations).toHaveLength(count)
  expectAccounting(quote, world)
  expect(JSON.stringify(quote).length + maxSignatures).toBeLessThan(maxBody)
})
