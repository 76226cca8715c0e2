import { erc20Abi } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { FaucetAnswer } from '#protocol/service/devnet.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'

let devnet: TestDevnet

beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())

test('it gives exactly the amount asked of every asset, readable when it answers', async () => {
  const address = someone()
  for (const { assetType } of allMembers()) {
    const { status, answer } = await ask({ address, assetType, amount: '1234567' })
    expect([status, answer.funded.map(({ amount }) => amount)]).toEqual([200, ['1234567']])
    expect(await balanceOf(assetType, address)).toBe(1_234_567n)
  }
})

test('without an asset it gives 4,000 of each stablecoin and 1 ETH, no chain holding all', async () => {
  const address = someone()
  const { answer } = await ask({ address })
  for (const [symbol, least] of [
    ['USDC', 4_000n],
    ['USDT', 4_000n],
    ['ETH', 1n],
  ] as const) {
    const shares = await Promise.all(
      allMembers()
        .filter((member) => member.symbol === symbol)
        .map(async ({ assetType, decimals }) => {
          const held = await balanceOf(assetType, address)
          return (held * 10n ** 18n) / 10n ** BigInt(decimals)
        }),
    )
    const total = shares.reduce((sum, share) => sum + share, 0n)
    expect(total).toBeGreaterThanOrEqual(least * 10n ** 18n)
    expect(shares.every((share) => share > 0n && share < least * 10n ** 18n)).toBe(true)
  }
  expect(answer.funded).toHaveLength(9)
})

test('thirty requests at once are all served, each exactly', async () => {
  const addresses = Array.from({ length: 30 }, someone)
  const assetType = member('USDC')
  const answers = await Promise.all(
    addresses.map((address, index) => ask({ address, assetType, amount: String(index + 1) })),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const held = await Promise.all(addresses.map((address) => balanceOf(assetType, address)))
  expect(held).toEqual(addresses.map((_, index) => BigInt(index + 1)))
  expect(new Set(answers.flatMap(({ answer }) => answer.funded.map(({ hash }) => hash))).size).toBe(
    30,
  )
})

test('requests for one address on three chains at once do not disturb each other', async () => {
  const address = someone()
  await Promise.all([ask({ address }), ask({ address })])
  expect(await balanceOf(member('USDC'), address)).toBe(2n * 2_500n * 10n ** 6n)
})

test('a transfer that its recipient rejects fails alone', async () => {
  // EntryPoint accepts coins as a deposit; SwapRouter accepts them from WETH only.
  const refuser = devnetAddresses.swapRouter
  const address = someone()
  const assetType = member('ETH')
  const results = await Promise.allSettled([
    ask({ address: refuser, assetType, amount: '1' }),
    ask({ address, assetType, amount: '7' }),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(await balanceOf(assetType, address)).toBe(7n)
})

const zero = '0x0000000000000000000000000000000000000000'

test.each([
  ['tokens for the zero address', 'USDC', zero],
  ['the starter set for the zero address', undefined, zero],
  // Accepts coins from WETH only.
  ['coins for a contract that refuses them', 'ETH', devnetAddresses.swapRouter],
])('it says who does not take what it was asked to give: %s', async (_, symbol, address) => {
  const asked = symbol === undefined ? {} : { assetType: member(symbol), amount: '1' }
  const body = { address, ...asked }
  const response = await faucetRoute()({ body, params: {}, query: {} })
  expect(response.status).toBe(400)
  expect(JSON.parse(response.body)).toEqual({ message: expect.stringContaining('not take it') })
})

test.each([
  ['an amount without its asset', { amount: '1' }],
  ['an asset that the devnet does not have', { assetType: 'eip155:1/slip44:60', amount: '1' }],
  ['an absurd amount', { assetType: 'eip155:71117001/slip44:60', amount: '9'.repeat(78) }],
  ['zero', { assetType: 'eip155:71117001/slip44:60', amount: '0' }],
  ['an address of no local chain', { address: '11111111111111111111111111111111' }],
])('it refuses %s with a sentence', async (_, fields) => {
  const response = await faucetRoute()({
    body: { address: someone(), ...fields },
    params: {},
    query: {},
  })
  expect(response.status).toBe(400)
  expect(JSON.parse(response.body)).toEqual({ message: expect.stringMatching(/\w/) })
})

function faucetRoute() {
  const route = devnet.routes.find(({ path }) => path === '/api/devnet/faucet')
  if (!route) throw new Error('There is no faucet.')
  return route.handle
}

async function ask(body: unknown) {
  const response = await faucetRoute()({ body, params: {}, query: {} })
  return { status: response.status, answer: FaucetAnswer.parse(JSON.parse(response.body)) }
}

function someone(): EvmAddress {
  return privateKeyToAddress(generatePrivateKey())
}

function allMembers() {
  return devnet.network.aggregates.flatMap(({ members }) => members)
}

/** The asset of this symbol on the first chain. */
function member(symbol: string): AssetType {
  const found = allMembers().find((candidate) => candidate.symbol === symbol)
  if (!found) throw new Error(`There is no ${symbol}.`)
  return found.assetType
}

async function balanceOf(assetType: AssetType, address: EvmAddress): Promise<bigint> {
  const { chainId, namespace, reference } = splitAssetType(assetType)
  const client = devnet.chains.find((chain) => chain.chainId === chainId)?.client
  if (!client) throw new Error(`No chain ${chainId}.`)
  if (namespace === 'slip44') return client.getBalance({ address })
  const token = EvmAddress.parse(reference)
  const args = [address] as const
  return client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args })
}
