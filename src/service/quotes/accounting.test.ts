import fc from 'fast-check'
import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet.ts'
import { rescale } from '#protocol/amount.ts'
import { evmChainNumber, splitAssetType } from '#protocol/caip.ts'
import { hashFill, hashOrders } from '#protocol/order.ts'
import { Quote, type QuoteRequestV1, QuoteV1 } from '#protocol/quote.ts'
import { ServiceError } from '../ServiceError.ts'
import { crossed, depositOf, expectAccounting, operationsOf } from './testAccounting.ts'
import { allAssets, assetOf, composeWorld, type TestWorld, testWorlds } from './testWorld.ts'

// Aggregates as often as single assets.
const anyAssetId = fc.oneof(
  fc.constantFrom(...devnet.aggregates.map(({ aggregatedAssetId }) => aggregatedAssetId)),
  fc.constantFrom(...allAssets.map(({ assetType }) => assetType)),
)
const stranger = '0x00000000000000000000000000000000000F41E4'

const questions = fc.record({
  generation: fc.constantFrom('1', '3'),
  world: testWorlds,
  from: anyAssetId,
  to: anyAssetId,
  // Of what all accounts hold of it, in millionths.
  share: fc.integer({ min: 1, max: 1_000_000 }),
  slippageTolerance: fc.option(fc.integer({ min: 1, max: 5_000 }), { nil: undefined }),
  recipient: fc.constantFrom('absent', 'another own account', 'a stranger'),
  chain: fc.nat(2),
})

test('every quote adds up to the smallest unit: both sides, all kinds of accounts, any prices', async () => {
  const seen = new Map<string, number>()
  function count(what: string): void {
    seen.set(what, (seen.get(what) ?? 0) + 1)
  }
  await fc.assert(
    fc.asyncProperty(questions, async ({ from, to, share, recipient, chain, ...rest }) => {
      const world = rest.generation === '1' ? withOneAccount(rest.world) : rest.world
      const { slippageTolerance } = rest
      const exact = (heldOf(world, from) * BigInt(share)) / 1_000_000n
      // Members of that aggregate cannot express its last two digits.
      const amount = from === 'agg:usdc' ? exact - (exact % 100n) : exact
      fc.pre(amount > 0n)
      const account = recipientOf(world, { recipient, to, chain })
      const asked = await ask(world, {
        generation: rest.generation,
        from: { asset: { assetId: from }, amount: `${amount}` },
        to: { asset: { assetId: to }, ...(account !== undefined && { account }) },
        ...(slippageTolerance !== undefined && { slippageTolerance }),
      }).catch((error: unknown) => error)
      if (asked instanceof ServiceError) return count(asked.code)
      if (asked instanceof Error) throw asked
      const quote = quoteIn(asked)
      count(`${kindOf(from)} to ${kindOf(to)}`)
      count(`generation ${rest.generation}`)
      count(quote.originChainsOperations.length > 1 ? 'several draws' : 'one draw')
      expect(quote.originToken).toMatchObject({
        aggregatedAssetId: shownId(from),
        amount: `${amount}`,
      })
      expect(quote.destinationToken.aggregatedAssetId).toBe(shownId(to))
      expectAccounting(quote, world)
      expectTolerance(quote, slippageTolerance)
      expectDelivery(quote, world)
    }),
    { numRuns: 400 },
  )
  for (const pair of [
    'aggregate to aggregate',
    'aggregate to one',
    'one to aggregate',
    'one to one',
  ])
    expect(seen.get(pair)).toBeGreaterThan(10)
  for (const what of ['several draws', 'generation 1', 'generation 3'])
    expect(seen.get(what)).toBeGreaterThan(10)
  expect(refusalsIn(seen)).toEqual([])
}, 60_000)

/** Asks either generation; the first one for the first account alone. */
async function ask(
  world: TestWorld,
  { generation, from, ...request }: Asked & { generation: string },
): Promise<unknown> {
  const { quotes } = composeWorld(world)
  const [account] = world.accounts
  if (!account) throw new Error('A world without accounts.')
  if (generation !== '1')
    return quotes.quoteV3({ ...request, from: { ...from, accounts: [...world.accounts] } })
  const answer = await quotes.quoteV1({ ...request, from: { ...from, account } })
  return { ...QuoteV1.parse(answer), accounts: [answer.account] }
}

type Asked = Omit<QuoteRequestV1, 'from'> & { from: Omit<QuoteRequestV1['from'], 'account'> }

function withOneAccount(world: TestWorld): TestWorld {
  return { ...world, accounts: world.accounts.slice(0, 1) }
}

/** Codes that nothing in these worlds explains. */
function refusalsIn(seen: ReadonlyMap<string, number>): string[] {
  const explained = ['AMOUNT_TOO_LOW', 'NO_ROUTE', 'UNSUPPORTED_ASSET']
  return [...seen.keys()].filter((key) => /^[A-Z]/.test(key) && !explained.includes(key))
}

function quoteIn(asked: unknown): Quote {
  if (typeof asked === 'object' && asked !== null && 'originToken' in asked)
    return Quote.parse(asked)
  throw new Error('No quote.')
}

function kindOf(assetId: string): string {
  return assetId.startsWith('agg:') ? 'aggregate' : 'one'
}

function shownId(assetId: string): string {
  return assetId.startsWith('agg:') ? assetId : 'agg:single'
}

/** In the units in which the amount of a request counts. */
function heldOf(world: TestWorld, assetId: string): bigint {
  const members = allAssets.filter(
    ({ assetType, aggregate }) => assetType === assetId || aggregate.aggregatedAssetId === assetId,
  )
  const isOne = kindOf(assetId) === 'one'
  return world.accounts.reduce(
    (sum, { accountAddress }) =>
      members.reduce((inner, { assetType, decimals, aggregate }) => {
        const units = world.balanceOf(accountAddress, assetType)
        return inner + (isOne ? units : rescale(units, { from: decimals, to: aggregate.decimals }))
      }, sum),
    0n,
  )
}

/** On the chain of the asset asked for, as any other would be refused. */
function recipientOf(
  world: TestWorld,
  { recipient, to, chain }: { recipient: string; to: string; chain: number },
): string | undefined {
  if (recipient === 'absent') return undefined
  const one = allAssets.find(({ assetType }) => assetType === to)
  const chainId = one?.chainId ?? devnet.chains[chain]?.chainId
  const address = recipient === 'a stranger' ? stranger : world.accounts.at(-1)?.accountAddress
  return `${chainId}:${address}`
}

function expectTolerance(
  { slippage, originToken, destinationToken }: Quote,
  asked: number | undefined,
): void {
  const [origin] = originToken.assetType
  const isLike =
    origin && assetOf(origin).aggregate === assetOf(destinationToken.assetType).aggregate
  const bps = asked ?? (isLike ? 50 : 100)
  expect([0, bps / 100]).toContain(Number(slippage?.destination.percent))
}

/** What is delivered is what the amounts are worth; every order is bound to that delivery. */
function expectDelivery(quote: Quote, world: TestWorld): void {
  const operations = operationsOf(quote)
  const { destinationToken } = quote
  const { assetType } = destinationToken
  const amounts = operations.map((one) => [one.assetType, BigInt(one.amount)] as const)
  const worth = crossed(amounts, { to: assetType, world })
  const legs = operations.flatMap((operation) => depositOf(operation) ?? [])
  // A pool rounds down, what the solver delivers is rounded up.
  expect(legs.length === 0 ? [worth, worth - 1n] : [worth]).toContain(
    BigInt(destinationToken.amount),
  )
  if (legs.length === 0) return
  expect(legs).toHaveLength(operations.length)
  const { chainId, reference, namespace } = splitAssetType(destinationToken.assetType)
  const chain = devnet.chains.find((one) => one.chainId === chainId)
  const [first] = legs
  const [, , recipient = ''] = destinationToken.recipientAccount.split(':')
  if (!chain || !first) throw new Error('The destination is unknown.')
  const { fillSeconds, depositSeconds } = devnet.deadlines
  const fillHash = hashFill(
    {
      fillId: quote.id,
      ordersHash: hashOrders(legs),
      recipient: `0x${recipient.slice(2)}`,
      token: namespace === 'slip44' ? `0x${'0'.repeat(40)}` : `0x${reference.slice(2)}`,
      minimumAmount: BigInt(destinationToken.minimumAmount),
      fillDeadline: first.depositDeadline + BigInt(fillSeconds - depositSeconds),
    },
    {
      chainNumber: evmChainNumber(chain.chainId) ?? 0,
      settler: chain.contracts.destinationSettler,
      solver: devnet.roles.solver,
    },
  )
  for (const leg of legs) expect(leg).toMatchObject({ fillHash, fillId: quote.id })
}
