import { expect, test } from 'vitest'

import type { AccountHoldings } from '#chains/ports/chain.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { defaultAccountTypes } from '#protocol/accounts/account.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { indexAssets } from '../assetIndex.ts'
import { createBalances } from '../balances/balances.ts'
import { createPrices } from '../prices/prices.ts'
import { ServiceError } from '../ServiceError.ts'
import { createQuotes } from './quotes.ts'
import { getAccount, testQuoteKey } from '#testing/quotes/quotes.ts'
import { getDevnetPrice, createValueChain } from '#testing/quotes/valueChain.ts'

const assets = indexAssets(devnet)
const clockMs = 1_800_000_000_000

test('draws from as few balances as hold the amount', async () => {
  const usdc = assets.getMembers('agg:usdc') ?? []
  const balances = new Map(
    usdc.map(({ assetType }, index) => [assetType, 100_000_000n + BigInt(index)]),
  )
  for (const [amount, legs] of [
    [100_000_002n, 1],
    [100_000_003n, 2],
    [200_000_003n, 2],
    [200_000_004n, 3],
  ] as const) {
    const quote = await readQuote({ from: 'agg:usdc', to: 'agg:usdt', amount, balances, gwei: 1 })
    if (quote instanceof ServiceError) throw quote
    expect(quote.originChainsOperations).toHaveLength(legs)
  }
})

test('never draws a balance that costs more than it brings', async () => {
  const usdc = assets.getMembers('agg:usdc') ?? []
  const balances = new Map(
    usdc.map(({ assetType }, index) => [assetType, index === 0 ? 100_000_000n : 100n]),
  )
  const quote = await readQuote({
    from: 'agg:usdc',
    to: 'agg:usdt',
    amount: 100_000_100n,
    balances,
    gwei: 1,
  })
  expect(quote).toMatchObject({ code: 'AMOUNT_TOO_LOW', most: 100_000_000n })
})

test('all of it is drawn down to balances that just pay their own fees, and the rest is said', async () => {
  const usdc = assets.getMembers('agg:usdc') ?? []
  // Whole it pays for its gas; half of it would not.
  const small = 1_500_000n
  const balances = new Map(
    usdc.map(({ assetType }, index) => [assetType, [100_000_000n, small, 100n][index] ?? 0n]),
  )
  const question = { from: 'agg:usdc', to: 'agg:usdt', balances, gwei: 1 }
  const refused = await readQuote({ ...question, amount: 100_000_100n + small })
  expect(refused).toMatchObject({
    code: 'AMOUNT_TOO_LOW',
    most: 100_000_000n + small,
    message: expect.stringContaining('Ask for 101.5 USDC at most.'),
  })
  const quote = await readQuote({ ...question, amount: 100_000_000n + small })
  if (quote instanceof ServiceError) throw quote
  expect(quote.originChainsOperations.map(({ assetType }) => assetType)).toEqual(
    usdc.slice(0, 2).map(({ assetType }) => assetType),
  )
})

test('nothing is said to be movable where a delivery costs more than all that is held', async () => {
  const usdc = assets.getMembers('agg:usdc') ?? []
  const balances = new Map(usdc.map(({ assetType }) => [assetType, 100n]))
  const question = { from: 'agg:usdc', to: 'agg:usdt', balances, gwei: 1, amount: 300n }
  expect(await readQuote(question)).toMatchObject({ code: 'AMOUNT_TOO_LOW', most: undefined })
})

test('draws nothing from an account that is delegated to another contract', async () => {
  const [{ assetType } = { assetType: undefined }] = assets.getMembers('agg:usdc') ?? []
  if (!assetType) throw new Error('The devnet has no USDC.')
  const quotes = quotesOn(new Map([[assetType, 100_000_000n]]), 1, 'other')
  const eoa = { type: defaultAccountTypes.eip7702, deploymentType: 'EIP7702' } as const
  const request = quotes.quoteV3({
    from: {
      accounts: [{ ...eoa, signerAddress: owner, accountAddress: owner }],
      asset: { assetId: 'agg:usdc' },
      amount: '50000000',
    },
    to: { asset: { assetId: 'agg:eth' } },
  })
  await expect(request).rejects.toMatchObject({ code: 'DELEGATION-001' })
})

const owner = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
const accountOfTest = getAccount(owner, quotesOn(new Map(), 1))

async function readQuote(question: {
  from: string
  to: string
  amount: bigint
  balances: ReadonlyMap<AssetType, bigint>
  gwei: number
}): Promise<Quote | ServiceError> {
  try {
    return await quotesOn(question.balances, question.gwei).quoteV3({
      from: {
        accounts: [accountOfTest],
        asset: { assetId: question.from },
        amount: question.amount.toString(),
      },
      to: { asset: { assetId: question.to } },
    })
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

function quotesOn(
  balances: ReadonlyMap<AssetType, bigint>,
  gwei: number,
  code: AccountHoldings['code'] = 'none',
) {
  const chains = new Map(
    devnet.chains.map((chain) => [
      chain.chainId,
      createValueChain(chain, {
        balanceOf: (_account, assetType) => balances.get(assetType) ?? 0n,
        codeOf: () => code,
        priceAt: getDevnetPrice,
        gwei,
        clockMs,
      }),
    ]),
  )
  const prices = createPrices({ network: devnet, chains, clock: () => clockMs })
  const parts = { network: devnet, chains, prices }
  return createQuotes({ ...parts, balances: createBalances(parts), quoteKey: testQuoteKey })
}
