import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import { getDevnetChain } from '#testing/devnet/settlement.ts'
import { placeTaxToken, setBlacklisted } from '#testing/devnet/taxToken.ts'
import { getEvmChains } from '#networks/getChain.ts'
import type { RoleBasedAccount } from '#protocol/accounts/account.ts'
import type { AssetId, AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import { getAsset } from '#testing/harness/composeServices.ts'
import { getAccount, composeQuotes } from '#testing/quotes/quotes.ts'

const owner = privateKeyToAccount(`0x${'2b'.repeat(32)}`)
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

let devnet: TestDevnet
let account: RoleBasedAccount

beforeAll(async () => {
  devnet = await startTestDevnet()
  account = getAccount(owner.address, composeQuotes(devnet.network).quotes)
  await devnet.faucet.send(account.accountAddress, [
    { assetType: asset('Firth', 'USDC'), amount: 100_000_000n },
    { assetType: asset('Delta', 'USDC'), amount: 100_000_000n },
    { assetType: asset('Delta', 'ETH'), amount: 10n ** 18n },
  ])
  const { client } = getDevnetChain(devnet, 'Delta')
  for (const name of ['takes', 'takesNoDust', 'refuses'] as const)
    await client.setCode({ address: places[name], bytecode: codes[name] })
})
afterAll(() => devnet.stop())

describe('a recipient that takes no coins', () => {
  const recipient = places.refuses

  test('is refused where coins are asked for, with the field, before anything is signed', async () => {
    await expect(
      ask({ from: asset('Firth', 'USDC'), to: asset('Delta', 'ETH'), recipient }),
    ).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('does not take eip155:71117002/slip44:60'),
      issues: [{ path: 'to.account' }],
    })
  })

  test('gets its ether wrapped where either will do', async () => {
    const quote = await ask({ from: asset('Firth', 'USDC'), to: 'agg:eth', recipient })
    expect(quote.destinationToken.assetType).toBe(asset('Delta', 'WETH'))
  })

  test('gets tokens like anybody', async () => {
    const quote = await ask({ from: asset('Firth', 'USDC'), to: asset('Delta', 'USDC'), recipient })
    expect(quote.destinationToken.assetType).toBe(asset('Delta', 'USDC'))
  })

  test('is refused by the trial where the account itself would send', async () => {
    const eth = asset('Delta', 'ETH')
    await expect(
      ask({ from: eth, to: eth, recipient, amount: '1000000000000000' }),
    ).rejects.toMatchObject({ code: 'SIMULATION_FAILED' })
  })
})

test.each(['takes', 'takesNoDust'] as const)(
  'a contract that %s coins is a recipient like any other',
  async (name) => {
    const to = asset('Delta', 'ETH')
    const quote = await ask({ from: asset('Firth', 'USDC'), to, recipient: places[name] })
    expect(quote.destinationToken.assetType).toBe(to)
  },
)

test('no contract of the network is a recipient, on whichever chain it stands', async () => {
  const { network } = devnet
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
    ask({ from: asset('Firth', 'USDC'), to: asset('Delta', 'USDC'), recipient }).then(
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
  beforeAll(() => placeTaxToken(getDevnetChain(devnet, 'Delta')))

  test('and a blocked recipient: refused, and only in that token', async () => {
    const recipient: EvmAddress = '0x00000000000000000000000000000000b10c6ed0'
    await block(recipient, true)
    await expect(
      ask({ from: asset('Firth', 'USDC'), to: asset('Delta', 'USDC'), recipient }),
    ).rejects.toMatchObject({ code: 'INVALID_REQUEST', issues: [{ path: 'to.account' }] })
    const to = asset('Delta', 'WETH')
    const quote = await ask({ from: asset('Firth', 'USDC'), to, recipient })
    expect(quote.destinationToken.assetType).toBe(to)
  })

  test.each(['payee', 'feeReceiver'] as const)(
    'and a blocked %s: that token is not deposited, another chain’s is',
    async (role) => {
      const who = devnet.network.roles[role]
      await block(who, true)
      try {
        const to = asset('Lagoon', 'USDC')
        await expect(ask({ from: asset('Delta', 'USDC'), to })).rejects.toMatchObject({
          code: 'NO_ROUTE',
          message: expect.stringContaining(`${who} does not take ${asset('Delta', 'USDC')}`),
        })
        const quote = await ask({ from: 'agg:usdc', to })
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
  return setBlacklisted(getDevnetChain(devnet, 'Delta'), { who, isBlocked })
}

/** Asks anew: what was found of a recipient counts for a minute. */
function ask(request: { from: AssetId; to: AssetId; recipient?: string; amount?: string }) {
  const { from, to, recipient, amount = '20000000' } = request
  const { chainId } = getDevnetChain(devnet, 'Delta')
  return composeQuotes(devnet.network).quotes.quoteV3({
    from: { accounts: [account], asset: { assetId: from }, amount },
    to: {
      asset: { assetId: to },
      ...(recipient !== undefined && { account: `${chainId}:${recipient}` }),
    },
  })
}

function asset(chain: string, symbol: string): AssetType {
  return getAsset(devnet.network, { chain, symbol })
}
