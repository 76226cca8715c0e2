import fc from 'fast-check'
import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { allAssets, composeWorld, type TestWorld, testWorlds } from '#testing/quotes/world.ts'
import { createQuoteService } from '../quoteService.ts'
import { isEvmAccount } from '../request/resolveQuoteRequest.ts'
import { prepareCall } from './prepareCall.ts'
import { quoteCall } from './quoteCall.ts'

const [base] = fc.sample(
  testWorlds.filter(({ accounts }) => accounts.some(isEvmAccount)),
  { numRuns: 1, seed: 5 },
)
if (!base) throw new Error('There is no such world.')
const someWorld = base
const [there, elsewhere] = allAssets.filter(({ symbol }) => symbol === 'USDC')
if (!there || !elsewhere) throw new Error('There are no two chains with USDC.')
const assetType = there.assetType
const dollar = 100_000_000n

/** A world with one account that has these units of USDC on two chains. */
function buildWorld(units: { there: bigint; elsewhere: bigint; gwei?: number }): TestWorld {
  return {
    ...someWorld,
    accounts: someWorld.accounts.filter(isEvmAccount).slice(0, 1),
    gwei: units.gwei ?? 5,
    codeOf: () => 'none',
    priceAt: (feed) =>
      allAssets.some((one) => one.symbol === 'ETH' && one.feed === feed) ? 3_000n * dollar : dollar,
    balanceOf(_, asked) {
      if (asked === assetType) return units.there
      return asked === elsewhere?.assetType ? units.elsewhere : 0n
    },
  }
}

/** @param later - The world when the prepared call is quoted; the same by default. */
async function quote(world: TestWorld, required: bigint, later: TestWorld = world) {
  const service = createQuoteService(composeWorld(world))
  const request = PrepareCallQuoteRequest.parse({
    accounts: world.accounts,
    targetChain: devnet.chains.find(({ chainId }) => chainId === there?.chainId)?.chainId,
    calls: [{ to: '0x00000000000000000000000000000000000f41e4', data: '0x12345678' }],
    tokensRequired: [{ assetType, amount: `${required}` }],
  })
  const { terms } = await prepareCall(request, service, async () => {})
  const quoted = await quoteCall(terms, undefined, createQuoteService(composeWorld(later)))
  return { terms, quoted }
}

test.each([1n, 900n, 2_000_000n])(
  'of %s units that a call lacks, these and their fee are brought',
  async (missing) => {
    const world = buildWorld({ there: 1_000_000_000n, elsewhere: 4_000_000_000n })
    const { terms, quoted } = await quote(world, 1_000_000_000n + missing)
    expect(terms.lent).toEqual([{ assetType, amount: `${missing}` }])
    const [deposit, ...others] = quoted.originChainsOperations
    expect(others).toEqual([])
    expect(deposit?.amount).toBe(`${missing}`)
  },
)

test('the fee of a call that needs all that its account has on its chain is brought from elsewhere', async () => {
  const world = buildWorld({ there: 1_000_000_000n, elsewhere: 4_000_000_000n })
  const { terms, quoted } = await quote(world, 1_000_000_000n)
  expect(terms).toMatchObject({ lent: [{ assetType, amount: '1' }], fee: undefined })
  expect(quoted.originChainsOperations).toMatchObject([{ assetType: elsewhere.assetType }])
})

test('a call whose fee nothing pays anywhere is told how much that is', async () => {
  const world = buildWorld({ there: 1_000_000_000n, elsewhere: 0n })
  await expect(quote(world, 1_000_000_000n)).rejects.toMatchObject({
    code: 'INSUFFICIENT_BALANCE',
    message: expect.stringMatching(/, at least \d+\.\d+ USDC, must be left on Firth beside/),
  })
})

test.each([
  {
    held: 'too little to be worth moving',
    elsewhere: 2_000_000n,
    code: 'AMOUNT_TOO_LOW',
    message:
      /^Moving the 2 USDC held for it costs more than it brings\. \d+\.\d+ USDC on one chain/,
  },
  {
    held: 'less than the fee',
    elsewhere: 45_000_000n,
    code: 'INSUFFICIENT_BALANCE',
    message: /^\d+\.\d+ USDC needed for what the call lacks and the fees, 45 USDC available\.$/,
  },
])('$held: the least that would do is said', async ({ elsewhere: units, code, message }) => {
  const world = buildWorld({ there: 1_000_000_000n, elsewhere: units, gwei: 40 })
  const error = await quote(world, 1_000_000_900n).catch((one: unknown) => one)
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) })
  const [least = ''] = /[\d.]+(?= USDC (on|needed))/.exec(String(error)) ?? []
  const [whole = '', fraction = ''] = least.split('.')
  const enough = BigInt(whole + fraction.padEnd(6, '0').slice(0, 6)) + 1n
  const { quoted } = await quote(
    { ...world, ...buildWorld({ there: 1_000_000_000n, elsewhere: enough, gwei: 40 }) },
    1_000_000_900n,
  )
  expect(BigInt(quoted.originToken.amount) / 100n).toBeGreaterThanOrEqual(enough - 2n)
})

test('a call that pays its own gas is quoted until its gas costs more than twice what it pays', async () => {
  const [asPrepared, twice, thrice] = [5, 10, 15].map((gwei) =>
    buildWorld({ there: 1_000_000_000n, elsewhere: 0n, gwei }),
  )
  if (!asPrepared || !twice || !thrice) throw new Error('There are three worlds.')
  const { quoted } = await quote(asPrepared, 1_000_000n, twice)
  expect(quoted.originChainsOperations).toHaveLength(1)
  await expect(quote(asPrepared, 1_000_000n, thrice)).rejects.toMatchObject({
    code: 'QUOTE_EXPIRED',
    message: expect.stringContaining('Prepare it again'),
  })
})
