import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Holdings } from '#chains/chain.ts'
import { type CallFact, decodeOperation } from '#chains/evm/decodeOperation.ts'
import { devnet } from '#networks/devnet.ts'
import { defaultAccountTypes } from '#protocol/account.ts'
import { rescale } from '#protocol/amount.ts'
import { operationNonce } from '#protocol/approval.ts'
import { type AssetType, type ChainId, evmChainNumber } from '#protocol/caip.ts'
import type { EvmChainOperation } from '#protocol/operation.ts'
import { hashFill, hashOrders } from '#protocol/order.ts'
import type { Quote } from '#protocol/quote.ts'
import { indexAssets } from '../assetIndex.ts'
import { createBalances } from '../balances/balances.ts'
import { createPrices } from '../prices/prices.ts'
import { ServiceError } from '../ServiceError.ts'
import { createQuotes } from './quotes.ts'
import { accountOf, testQuoteKey } from './testQuotes.ts'
import { devnetPriceAt, valueChain } from './valueChain.ts'

const assets = indexAssets(devnet)
const allAssets = devnet.chains.flatMap(({ chainId }) => assets.onChain(chainId))
const sixDecimals = 10n ** 6n
const clockMs = 1_800_000_000_000

test('every quote adds up to the smallest unit, whatever is held where and drawn how often', async () => {
  let quoted = 0
  const refusals = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        from: fc.constantFrom('agg:usdc', 'agg:usdt', 'agg:eth', 'agg:btc'),
        to: fc.constantFrom('agg:usdc', 'agg:usdt', 'agg:eth', 'agg:btc'),
        // In millionths of what a balance is worth at most: 10,000 dollars.
        held: fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 15, maxLength: 15 }),
        share: fc.integer({ min: 1, max: 1_000_000 }),
        gwei: fc.integer({ min: 1, max: 40 }),
      }),
      async ({ from, to, held, share, gwei }) => {
        const balances = new Map(
          allAssets.map((asset, index) => [
            asset.assetType,
            (tenThousandDollars(asset.assetType) * BigInt(held[index] ?? 0)) / sixDecimals,
          ]),
        )
        const asked = (sumHeld(from, balances) * BigInt(share)) / sixDecimals
        fc.pre(asked > 0n)
        const quote = await quoteOf({ from, to, amount: asked, balances, gwei })
        if (quote instanceof ServiceError) {
          refusals.add(quote.code)
          return
        }
        quoted += 1
        expectSound(quote, balances)
      },
    ),
    { numRuns: 150 },
  )
  expect(quoted).toBeGreaterThan(50)
  expect(['AMOUNT_TOO_LOW', 'NO_ROUTE']).toEqual(expect.arrayContaining([...refusals]))
})

test('draws from as few balances as hold the amount', async () => {
  const usdc = assets.membersOf('agg:usdc') ?? []
  const balances = new Map(
    usdc.map(({ assetType }, index) => [assetType, 100_000_000n + BigInt(index)]),
  )
  for (const [amount, legs] of [
    [100_000_002n, 1],
    [100_000_003n, 2],
    [200_000_003n, 2],
    [200_000_004n, 3],
  ] as const) {
    const quote = await quoteOf({ from: 'agg:usdc', to: 'agg:usdt', amount, balances, gwei: 1 })
    if (quote instanceof ServiceError) throw quote
    expect(quote.originChainsOperations).toHaveLength(legs)
  }
})

test('never draws a balance that costs more than it brings', async () => {
  const usdc = assets.membersOf('agg:usdc') ?? []
  const balances = new Map(
    usdc.map(({ assetType }, index) => [assetType, index === 0 ? 100_000_000n : 100n]),
  )
  const quote = await quoteOf({
    from: 'agg:usdc',
    to: 'agg:usdt',
    amount: 100_000_100n,
    balances,
    gwei: 1,
  })
  expect(quote).toMatchObject({ code: 'AMOUNT_TOO_LOW' })
})

test('draws nothing from an account that is delegated to another contract', async () => {
  const [{ assetType } = { assetType: undefined }] = assets.membersOf('agg:usdc') ?? []
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

/** Every promise of the quote, recomputed from its own call data. */
function expectSound(quote: Quote, balances: ReadonlyMap<AssetType, bigint>): void {
  const operations = quote.originChainsOperations.flatMap((one) => ('userOp' in one ? [one] : []))
  const wide = 18
  let sum = 0n
  for (const { assetType, amount } of operations) sum += wider(assetType, BigInt(amount))
  for (const [assetType, fee] of Object.entries(quote.fees?.assets ?? {}))
    sum += wider(assetType, BigInt(fee))
  const aggregate = devnet.aggregates.find(
    ({ aggregatedAssetId }) => aggregatedAssetId === quote.originToken.aggregatedAssetId,
  )
  const from = aggregate?.decimals ?? 0
  expect(sum).toBe(rescale(BigInt(quote.originToken.amount), { from, to: wide }))

  const spent = operations.map((operation, index) => spentBy(operation, { quote, index }))
  const left = operations.map(({ assetType }, index) => wider(assetType, spent[index] ?? 0n))
  expect(left.reduce((total, units) => total + units, 0n)).toBe(sum)
  for (const [index, { assetType }] of operations.entries())
    expect(spent[index]).toBeLessThanOrEqual(balances.get(assetType) ?? 0n)
  const { amount, minimumAmount } = quote.destinationToken
  expect(BigInt(minimumAmount)).toBeLessThanOrEqual(BigInt(amount))
  expectOneFill(quote, operations)
}

/** What leaves the account; checks guard, approvals and nonce on the way. */
function spentBy(
  operation: EvmChainOperation,
  { quote, index }: { quote: Quote; index: number },
): bigint {
  const facts = decodeOperation(operation.userOp.callData) ?? []
  expect(facts[0]).toMatchObject({ kind: 'guard', validAfter: 0n })
  const chainId: ChainId = `eip155:${operation.typedDataToSign.domain.chainId}`
  expect(operation.userOp.nonce).toBe(operationNonce(quote.id, { chainId, index }).toString())
  const approved = facts.reduce(
    (sum, fact) => sum + (fact.kind === 'approval' ? fact.amount : 0n),
    0n,
  )
  const pulled = facts.reduce((sum, fact) => sum + pulledBy(fact), 0n)
  expect(approved).toBe(pulled)
  return facts.reduce((sum, fact) => sum + movedBy(fact), 0n)
}

/** What a contract takes by an approval. */
function pulledBy(fact: CallFact): bigint {
  if (fact.kind === 'deposit' && fact.value === 0n) return fact.order.amount + fact.order.fee
  return fact.kind === 'swap' && !fact.isNativeIn ? fact.amountIn : 0n
}

function movedBy(fact: CallFact): bigint {
  switch (fact.kind) {
    case 'deposit':
      return fact.order.amount + fact.order.fee
    case 'swap':
      return fact.amountIn
    case 'transfer':
    case 'wrap':
    case 'unwrap':
      return fact.amount
    case 'guard':
    case 'approval':
      return 0n
    case 'pull':
    case 'unknown':
      throw new Error(`A quote never holds a call of the kind ${fact.kind}.`)
  }
}

/** All orders name one fill, and it is the one that the destination token tells. */
function expectOneFill(quote: Quote, operations: readonly EvmChainOperation[]): void {
  const legs = operations.flatMap((operation) => {
    const chainId: ChainId = `eip155:${operation.typedDataToSign.domain.chainId}`
    const deposit = decodeOperation(operation.userOp.callData)?.find(
      ({ kind }) => kind === 'deposit',
    )
    return deposit?.kind === 'deposit'
      ? [{ chainId, ...deposit.order, escrow: deposit.escrow }]
      : []
  })
  if (legs.length === 0) return expect(operations).toHaveLength(1)
  expect(legs).toHaveLength(operations.length)
  const destination = assets.find(quote.destinationToken.assetType)
  const chain = devnet.chains.find(({ chainId }) => chainId === destination?.chainId)
  const [first] = legs
  if (!destination || !chain || !first) throw new Error('The destination is unknown.')
  const { fillSeconds, depositSeconds } = devnet.deadlines
  const fillHash = hashFill(
    {
      fillId: quote.id,
      ordersHash: hashOrders(legs),
      recipient: accountOfTest.accountAddress,
      token: destination.assetType.includes('slip44')
        ? '0x0000000000000000000000000000000000000000'
        : `0x${destination.assetType.split('0x')[1] ?? ''}`,
      minimumAmount: BigInt(quote.destinationToken.minimumAmount),
      fillDeadline: first.depositDeadline + BigInt(fillSeconds - depositSeconds),
    },
    {
      chainNumber: evmChainNumber(chain.chainId) ?? 0,
      settler: chain.contracts.destinationSettler,
      solver: devnet.roles.solver,
    },
  )
  for (const leg of legs) expect(leg.fillHash).toBe(fillHash)
}

const owner = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
const accountOfTest = accountOf(owner, quotesOn(new Map(), 1))

async function quoteOf(question: {
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
  code: Holdings['code'] = 'none',
) {
  const chains = new Map(
    devnet.chains.map((chain) => [
      chain.chainId,
      valueChain(chain, { balances, gwei, code, clockMs }),
    ]),
  )
  const prices = createPrices({ network: devnet, chains, clock: () => clockMs })
  const parts = { network: devnet, chains, prices }
  return createQuotes({ ...parts, balances: createBalances(parts), quoteKey: testQuoteKey })
}

function tenThousandDollars(assetType: AssetType): bigint {
  const asset = assets.find(assetType)
  if (!asset) return 0n
  return (10_000n * 10n ** BigInt(asset.decimals + 8)) / devnetPriceAt(asset.feed)
}

function sumHeld(aggregatedAssetId: string, balances: ReadonlyMap<AssetType, bigint>): bigint {
  const members = assets.membersOf(aggregatedAssetId) ?? []
  return members.reduce(
    (sum, { assetType, decimals, aggregate }) =>
      sum + rescale(balances.get(assetType) ?? 0n, { from: decimals, to: aggregate.decimals }),
    0n,
  )
}

function wider(assetType: string, units: bigint): bigint {
  const decimals = allAssets.find((asset) => asset.assetType === assetType)?.decimals
  if (decimals === undefined) throw new Error(`${assetType} is not in assets/list.`)
  return rescale(units, { from: decimals, to: 18 })
}
