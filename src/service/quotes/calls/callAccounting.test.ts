import fc from 'fast-check'
import { expect, test } from 'vitest'

import { decodeOperation } from '#chains/evm/operation/decodeOperation.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { getEvmChainNumber, isSameAddress } from '#protocol/ids/caip.ts'
import { hashCallFill, hashOrders } from '#protocol/orders/order.ts'
import type { PreparedTerms } from '#protocol/quotes/preparedTerms.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import { getRuns } from '#testing/campaign.ts'
import { ServiceError } from '../../ServiceError.ts'
import { createQuoteService } from '../quoteService.ts'
import { isEvmAccount } from '../request/resolveQuoteRequest.ts'
import { findDeposit, expectAccounting, expectSums, getSender } from '#testing/quotes/accounting.ts'
import {
  allAssets,
  getAsset,
  composeWorld,
  getPrice,
  testNetwork,
  type TestWorld,
  testWorlds,
} from '#testing/quotes/world.ts'
import { prepareCall } from './prepareCall.ts'
import { quoteCall } from './quoteCall.ts'

const friend = '0x00000000000000000000000000000000000f41e4'

const questions = fc.record({
  world: testWorlds,
  chain: fc.nat(2),
  // Which assets of the chain, and how many millionths of 2,000 dollars of each.
  required: fc.uniqueArray(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 1_000_000 })), {
    maxLength: 3,
    selector: ([at]) => at,
  }),
  from: fc.option(
    fc.constantFrom(...testNetwork.aggregates.map(({ aggregatedAssetId }) => aggregatedAssetId)),
    {
      nil: undefined,
    },
  ),
})

test('every call quote adds up to the smallest unit: what is lent, what is deposited, what it costs', async () => {
  const seen = new Map<string, number>()
  function count(what: string): void {
    seen.set(what, (seen.get(what) ?? 0) + 1)
  }
  await fc.assert(
    fc.asyncProperty(questions, async ({ world, chain, required, from }) => {
      fc.pre(world.accounts.some(isEvmAccount))
      const asked = await readQuote(world, getRequest(world, { chain, required, from })).catch(
        (error: unknown) => error,
      )
      if (asked instanceof ServiceError) return count(asked.code)
      if (!isAnswer(asked)) throw asked
      const { terms, quote } = asked
      count(terms.callType)
      expectLoan(terms, world)
      if (terms.lent.length === 0) return expectOwnFee(quote, { terms, world })
      expectAccounting(quote, world)
      for (const { assetType } of quote.originChainsOperations)
        count(`paid from ${assetType.split(':')[0]}`)
      expectDeposits(quote, { terms, world })
    }),
    getRuns({ test: 50, campaign: 250 }),
  )
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining([
      'same_chain_exclude_solver',
      'cross_chain_with_solver',
      'paid from eip155',
      'paid from solana',
    ]),
  )
})

type Answer = { terms: PreparedTerms; quote: Quote }

function isAnswer(asked: unknown): asked is Answer {
  return typeof asked === 'object' && asked !== null && 'terms' in asked
}

async function readQuote(world: TestWorld, request: PrepareCallQuoteRequest): Promise<Answer> {
  const service = createQuoteService(composeWorld(world))
  const { terms } = await prepareCall(request, service, async () => {})
  const body = await quoteCall(terms, undefined, service)
  const { accounts } = terms
  return { terms, quote: Quote.parse({ ...body, accounts, tamperProofSignature: '0x' }) }
}

function getRequest(
  world: TestWorld,
  asked: {
    chain: number
    required: readonly (readonly [number, number])[]
    from: string | undefined
  },
): PrepareCallQuoteRequest {
  const chainId = devnet.chains[asked.chain]?.chainId
  const onChain = allAssets.filter((asset) => asset.chainId === chainId)
  return PrepareCallQuoteRequest.parse({
    accounts: world.accounts,
    targetChain: chainId,
    calls: [{ to: friend, data: '0x12345678' }],
    tokensRequired: asked.required.flatMap(([at, share]) => {
      const asset = onChain[at]
      if (!asset) return []
      const whole =
        (2_000n * 10n ** BigInt(asset.decimals + 8)) / world.priceAt(asset.feed, asset.chainId)
      return [
        { assetType: asset.assetType, amount: `${(whole * BigInt(share)) / 1_000_000n + 1n}` },
      ]
    }),
    ...(asked.from !== undefined && { fromAssetId: asked.from }),
  })
}

/**
 * Expects a loan of exactly what the account lacks, which the operation pulls; of one unit where it
 * lacks nothing but the fee.
 */
function expectLoan(terms: PreparedTerms, world: TestWorld): void {
  const missing = terms.required.flatMap(({ assetType, amount }) => {
    const held = world.balanceOf(terms.account, assetType)
    return held < BigInt(amount) ? [{ assetType, amount: `${BigInt(amount) - held}` }] : []
  })
  const [first] = terms.required
  const lacksFee = missing.length === 0 && terms.fee === undefined
  const lent = lacksFee && first ? [{ assetType: first.assetType, amount: '1' }] : missing
  expect(terms.lent).toEqual(lent)
  expect(terms.fee === undefined).toBe(lent.length > 0)
  const pull = getPull(terms)
  expect(pull?.amounts ?? []).toEqual(lent.map(({ amount }) => BigInt(amount)))
}

function getPull({ chainOperation }: PreparedTerms) {
  const pull = decodeOperation(chainOperation.userOp.callData)?.find(({ kind }) => kind === 'pull')
  return pull?.kind === 'pull' ? pull : undefined
}

/** Expects the operation to pay the fee from what the calls do not need. */
function expectOwnFee(
  quote: Quote,
  { terms, world }: { terms: PreparedTerms; world: TestWorld },
): void {
  const { fee, required, account } = terms
  if (!fee) throw new Error('Nobody pays.')
  const facts = decodeOperation(terms.chainOperation.userOp.callData) ?? []
  const last = facts.at(-1)
  expect(last).toMatchObject({
    kind: 'transfer',
    recipient: devnet.roles.feeReceiver,
    amount: BigInt(fee.amount),
  })
  const needed = required.find(({ assetType }) => assetType === fee.assetType)?.amount ?? '0'
  expect(BigInt(fee.amount) + BigInt(needed)).toBeLessThanOrEqual(
    world.balanceOf(account, fee.assetType),
  )
  expect(quote.originChainsOperations).toHaveLength(1)
  expect(quote.fees?.assets).toEqual({ [fee.assetType]: fee.amount })
  const { assetType: movedType, amount: moved } = terms.chainOperation
  const spent = new Map<string, bigint>(moved === '0' ? [] : [[movedType, BigInt(moved)]])
  spent.set(fee.assetType, (spent.get(fee.assetType) ?? 0n) + BigInt(fee.amount))
  const shown = quote.originToken.fiatValue.map(({ assetType, amount }) => [assetType, amount])
  expect(shown).toEqual([...spent].map(([assetType, units]) => [assetType, `${units}`]))
  expect(quote.originToken.assetType).toEqual([...spent.keys()])
  expect(quote.originToken.amount).toBe(shown[0]?.[1])
  expectSums(quote, { world, fees: new Map([[fee.assetType, BigInt(fee.amount)]]) })
}

/** Expects deposits worth hardly more than the loan, all bound to this call. */
function expectDeposits(
  quote: Quote,
  { terms, world }: { terms: PreparedTerms; world: TestWorld },
): void {
  const legs = quote.originChainsOperations.flatMap((operation) => findDeposit(operation) ?? [])
  expect(legs).toHaveLength(quote.originChainsOperations.length)
  expectWorth(quote, { terms, world })
  const own = quote.originChainsOperations.filter((operation) =>
    isSameAddress(getSender(operation), terms.account),
  )
  const spokenFor = terms.required.map(({ assetType }) => assetType)
  expect(own.filter(({ assetType }) => spokenFor.includes(assetType))).toEqual([])
  const [first] = legs
  const pull = getPull(terms)
  const chain = devnet.chains.find(({ chainId }) => chainId === terms.targetChain)
  if (!first || !pull || !chain) throw new Error('Nothing is drawn.')
  const { fillSeconds, depositSeconds } = devnet.deadlines
  const fillHash = hashCallFill(
    {
      prepareId: terms.prepareId,
      ordersHash: hashOrders(legs),
      account: terms.account,
      tokens: pull.tokens,
      amounts: pull.amounts,
      deadline: first.depositDeadline + BigInt(fillSeconds - depositSeconds),
    },
    {
      chainNumber: getEvmChainNumber(chain.chainId) ?? 0,
      settler: chain.contracts.destinationSettler,
      solver: devnet.roles.solver,
    },
  )
  for (const leg of legs) expect(leg).toMatchObject({ fillHash, fillId: terms.prepareId })
}

/** Compares one to one between like assets, otherwise by feed prices, without rounding. */
function expectWorth(
  quote: Quote,
  { terms, world }: { terms: PreparedTerms; world: TestWorld },
): void {
  const operations = quote.originChainsOperations
  const moved = [...operations, ...terms.lent].map(({ assetType }) => getAsset(assetType))
  const isLike = moved.every(({ aggregate }) => aggregate === moved[0]?.aggregate)
  function getWorth(units: bigint, assetType: string): bigint {
    const price = isLike ? 1n : getPrice(world, assetType)
    return units * price * 10n ** BigInt(36 - getAsset(assetType).decimals)
  }
  function getSum(amounts: readonly { assetType: string; amount: string }[]): bigint {
    return amounts.reduce((sum, one) => sum + getWorth(BigInt(one.amount), one.assetType), 0n)
  }
  const more = getSum(operations) - getSum(terms.lent)
  expect(more).toBeGreaterThanOrEqual(0n)
  // Amounts count in the aggregate's decimals where these are fewer.
  const units = operations.map(({ assetType }) => {
    const { decimals, aggregate } = getAsset(assetType)
    return getWorth(10n ** BigInt(Math.max(0, decimals - aggregate.decimals)), assetType)
  })
  const coarsest = units.reduce((most, unit) => (unit > most ? unit : most), 0n)
  // One unit is the least that can be added; each allocation and each fee is rounded once.
  expect(more).toBeLessThanOrEqual(coarsest * BigInt(2 * operations.length + 1))
}
