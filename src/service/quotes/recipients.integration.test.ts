import { beforeAll, describe, expect, test } from 'vitest'

import { placeTaxToken, setBlacklisted } from '#testing/devnet/taxToken.ts'
import { getEvmChains } from '#networks/getChain.ts'
import type { AssetId, EvmAddress } from '#protocol/ids/caip.ts'
import { composeQuotes } from '#testing/quotes/quotes.ts'
import { setUpQuotesHarness } from '#testing/harness/quotesHarness.ts'

const harness = setUpQuotesHarness({
  funds: [
    ['Firth', 'USDC', 100_000_000n],
    ['Delta', 'USDC', 100_000_000n],
    ['Delta', 'ETH', 10n ** 18n],
  ],
})
const { asset, getNode } = harness

beforeAll(async () => {
  const { client } = getNode('Delta')
  for (const name of ['takes', 'takesNoDust', 'refuses'] as const)
    await client.setCode({ address: places[name], bytecode: codes[name] })
})
/** Takes coins and does nothing; reverts below a gwei; reverts whatever comes. */
const codes = {
  takes: '0x00',
  takesNoDust: '0x34633b9aca0010600d575f5ffd5b00',
  refuses: '0x5f5ffd',
} as const
const places: Record<keyof typeof codes, EvmAddress> = {
  takes: '0x7a6e5000000000000000000000000000000000aa',
  takesNoDust: '0x7a6e5000000000000000000000000000000000bb',
  refuses: '0x7e5a110000000000000000000000000000000000',
}

describe('a recipient that takes no coins', () => {
  const recipient = places.refuses

  test('is refused where coins are asked for, with the field, before anything is signed', async () => {
    await expect(
      requestQuote({ from: asset('Firth', 'USDC'), to: asset('Delta', 'ETH'), recipient }),
    ).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('does not take eip155:71117002/slip44:60'),
      issues: [{ path: 'to.account' }],
    })
  })

  test('gets its ether wrapped where either will do', async () => {
    const quote = await requestQuote({ from: asset('Firth', 'USDC'), to: 'agg:eth', recipient })
    expect(quote.destinationToken.assetType).toBe(asset('Delta', 'WETH'))
  })

  test('gets tokens like anybody', async () => {
    const quote = await requestQuote({
      from: asset('Firth', 'USDC'),
      to: asset('Delta', 'USDC'),
      recipient,
    })
    expect(quote.destinationToken.assetType).toBe(asset('Delta', 'USDC'))
  })

  test('is refused by the trial where the account itself would send', async () => {
    const eth = asset('Delta', 'ETH')
    await expect(
      requestQuote({ from: eth, to: eth, recipient, amount: '1000000000000000' }),
    ).rejects.toMatchObject({ code: 'SIMULATION_FAILED' })
  })
})

test.each(['takes', 'takesNoDust'] as const)(
  'a contract that %s coins is a recipient like any other',
  async (name) => {
    const to = asset('Delta', 'ETH')
    const quote = await requestQuote({ from: asset('Firth', 'USDC'), to, recipient: places[name] })
    expect(quote.destinationToken.assetType).toBe(to)
  },
)

test('no contract of the network is a recipient, on whichever chain it stands', async () => {
  const { network } = harness
  const tokens = network.aggregates
    .flatMap(({ members }) => members)
    .flatMap(({ assetType }) => assetType.split('/erc20:')[1] ?? [])
  const own = new Set([
    ...getEvmChains(network).flatMap(({ contracts }) => Object.values(contracts)),
    ...network.pools.map(({ pool }) => pool),
    ...tokens,
  ])
  expect(own.size).toBeGreaterThan(20)
  const refused = [...own].map((recipient) =>
    requestQuote({ from: asset('Firth', 'USDC'), to: asset('Delta', 'USDC'), recipient }).then(
      () => `${recipient} is taken`,
      (error: { message?: string; issues?: { path: string }[] }) =>
        error.issues?.[0]?.path === 'to.account' && /of this network/.test(error.message ?? '')
          ? []
          : `${recipient}: ${error.message}`,
    ),
  )
  expect((await Promise.all(refused)).flat()).toEqual([])
})

describe('an issuer that blocks addresses', () => {
  beforeAll(() => placeTaxToken(getNode('Delta')))

  test('and a blocked recipient: refused, and only in that token', async () => {
    const recipient: EvmAddress = '0x00000000000000000000000000000000b10c6ed0'
    await block(recipient, true)
    await expect(
      requestQuote({ from: asset('Firth', 'USDC'), to: asset('Delta', 'USDC'), recipient }),
    ).rejects.toMatchObject({ code: 'INVALID_REQUEST', issues: [{ path: 'to.account' }] })
    const to = asset('Delta', 'WETH')
    const quote = await requestQuote({ from: asset('Firth', 'USDC'), to, recipient })
    expect(quote.destinationToken.assetType).toBe(to)
  })

  test.each(['payee', 'feeReceiver'] as const)(
    'and a blocked %s: that token is not deposited, another chain’s is',
    async (role) => {
      const who = harness.network.roles[role]
      await block(who, true)
      try {
        const to = asset('Lagoon', 'USDC')
        await expect(requestQuote({ from: asset('Delta', 'USDC'), to })).rejects.toMatchObject({
          code: 'NO_ROUTE',
          message: expect.stringContaining(`${who} does not take ${asset('Delta', 'USDC')}`),
        })
        const quote = await requestQuote({ from: 'agg:usdc', to })
        expect(quote.originChainsOperations.map(({ assetType }) => assetType)).toEqual([
          asset('Firth', 'USDC'),
        ])
      } finally {
        await block(who, false)
      }
    },
  )
})

function block(who: EvmAddress, isBlocked: boolean): Promise<unknown> {
  return setBlacklisted(getNode('Delta'), { who, isBlocked })
}

/** Asks anew: what was found of a recipient counts for a minute. */
function requestQuote(request: {
  from: AssetId
  to: AssetId
  recipient?: string
  amount?: string
}) {
  const { amount = '20000000', recipient, ...swap } = request
  const account = recipient && `${getNode('Delta').chainId}:${recipient}`
  const service = composeQuotes(harness.network)
  return harness.requestQuote({ ...swap, amount, recipient: account }, service)
}
