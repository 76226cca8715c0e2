import { createServer, type Server } from 'node:net'

import { encodeFunctionData, erc20Abi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { buildSwapCall } from '#chains/evm/operation/accountCalls.ts'
import { mineCalls } from '#devnet/deploy/sendCalls.ts'
import type { Network } from '#networks/network.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { ErrorCode } from '#protocol/status/errors.ts'
import { ServiceError } from '../ServiceError.ts'
import { setFeed } from '#testing/quotes/feeds.ts'
import { composeQuotes } from '#testing/quotes/quotes.ts'
import { setUpQuotesHarness } from '#testing/harness/quotesHarness.ts'
import type { SwapRequest } from '#testing/harness/harness.ts'

const harness = setUpQuotesHarness({
  funds: [
    ['Firth', 'USDC', 100_000_000n],
    ['Delta', 'USDC', 100_000_000n],
    ['Delta', 'WBTC', 10n ** 13n],
    ['Firth', 'USDT', 5n],
  ],
})
const { asset, getNode, owner, requestQuote } = harness
const trader = privateKeyToAccount(`0x${'33'.repeat(32)}`)

let silent: Server

beforeAll(async () => {
  // Takes connections and never answers.
  silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
})
afterAll(() => silent.close())

test('refuses an asset, a chain or a recipient that does not fit, before it asks a chain', async () => {
  const nowhere = 'eip155:71117001/erc20:0x00000000000000000000000000000000000000aa'
  expect(await refusal({ to: 'agg:doge' })).toBe('UNSUPPORTED_ASSET')
  expect(await refusal({ from: 'agg:single' })).toBe('UNSUPPORTED_ASSET')
  expect(await refusal({ to: nowhere })).toBe('UNSUPPORTED_ASSET')
  const own = harness.account.accountAddress
  expect(await refusal({ recipient: `eip155:1:${own}` })).toBe('UNSUPPORTED_CHAIN')
  const elsewhere = { to: asset('Firth', 'USDT'), recipient: `${getNode('Delta').chainId}:${own}` }
  expect(await refusal(elsewhere)).toBe('RECIPIENT_MISMATCH')
  const zero = `${getNode('Delta').chainId}:0x0000000000000000000000000000000000000000`
  expect(await refusal({ recipient: zero })).toBe('INVALID_REQUEST')
  const burnt = `${getNode('Delta').chainId}:0x000000000000000000000000000000000000dEaD`
  expect(await refusal({ recipient: burnt })).toBe('INVALID_REQUEST')
})

test('refuses an account whose address is not the one of its keys', async () => {
  const wrong = { ...harness.account, accountAddress: owner.address }
  const to = { asset: { assetId: 'agg:eth' } }
  const from = { asset: { assetId: 'agg:usdc' }, amount: '10000000' }
  await expect(
    harness.service.quotes.quoteV3({ from: { ...from, accounts: [harness.account, wrong] }, to }),
  ).rejects.toMatchObject({
    code: 'ADDRESS_MISMATCH',
    issues: [{ path: 'from.accounts.1.accountAddress' }],
  })
  await expect(
    harness.service.quotes.quoteV1({ from: { ...from, account: wrong }, to }),
  ).rejects.toMatchObject({
    code: 'ADDRESS_MISMATCH',
    issues: [{ path: 'from.account.accountAddress' }],
  })
})

test('refuses more than the accounts hold, and less than its fees', async () => {
  expect(await refusal({ amount: '200000001' })).toBe('INSUFFICIENT_BALANCE')
  expect(await refusal({ amount: '100' })).toBe('AMOUNT_TOO_LOW')
  expect(await refusal({ from: 'agg:usdt', to: 'agg:usdc', amount: '5' })).toBe('AMOUNT_TOO_LOW')
})

test('refuses to move what is already where it should go', async () => {
  const usdc = asset('Delta', 'USDC')
  expect(await refusal({ from: usdc, to: usdc, amount: '1000000' })).toBe('NO_ROUTE')
})

test('refuses what neither pool nor solver can deliver', async () => {
  const allOfIt = (10n ** 13n).toString()
  const from = asset('Delta', 'WBTC')
  const code = await refusal({ from, to: asset('Delta', 'USDC'), amount: allOfIt })
  expect(code).toBe('INSUFFICIENT_LIQUIDITY')
  expect(await refusal({ from, to: asset('Lagoon', 'ETH'), amount: allOfIt })).toBe(
    'INSUFFICIENT_LIQUIDITY',
  )
})

test('refuses every price of a feed that stands still, and says so in balances', async () => {
  const later = composeQuotes(harness.network, { clock: () => Date.now() + 3_700_000 })
  expect(await refusal({}, later)).toBe('PRICE_UNAVAILABLE')

  const record = await later.balances.readV2({ address: harness.account.accountAddress })
  expect(record.unpricedAssets).toContain(asset('Firth', 'USDC'))
  expect(record.totalBalance.fiatValue).toBe(0)
})

test('refuses a like asset that lost more of its peg than feeds lag behind, and gives it up to that', async () => {
  const question = { from: asset('Firth', 'USDC'), to: asset('Delta', 'USDC') }
  const assetType = asset('Firth', 'USDC')
  for (const [answer, expected] of [
    [97_000_000n, 'PRICE_UNAVAILABLE'],
    [99_400_000n, 'PRICE_UNAVAILABLE'],
    [100_600_000n, 'PRICE_UNAVAILABLE'],
    [99_600_000n, 'no refusal'],
    [100_000_000n, 'no refusal'],
  ] as const) {
    await setFeed(harness.devnet, { assetType, answer })
    // Keeps no prices of before.
    expect(await refusal(question, composeQuotes(harness.network))).toBe(expected)
  }
})

test('says which chain is down, never counts it as zero, and does without it where it can', async () => {
  const { port } = getAddress(silent)
  for (const rpcUrl of ['http://127.0.0.1:1', `http://127.0.0.1:${port}`]) {
    const partial = composeQuotes(withoutDelta(harness.network, rpcUrl))
    const record = await partial.balances.readV2({ address: harness.account.accountAddress })
    expect(record.unavailableChains).toEqual([getNode('Delta').chainId])
    const rows = record.balanceByAggregatedAsset.flatMap((row) => row.individualAssetBalances)
    expect(rows.some(({ assetType }) => assetType.startsWith(getNode('Delta').chainId))).toBe(false)

    expect(await refusal({ amount: '150000000' }, partial)).toBe('CHAIN_UNAVAILABLE')
    expect(await refusal({ amount: '50000000' }, partial)).toBe('no refusal')
  }
})

test('gives no quote through a pool that was moved ten percent away from the feed', async () => {
  const question = { from: asset('Firth', 'USDC'), to: asset('Firth', 'ETH'), amount: '20000000' }
  expect(await refusal(question)).toBe('no refusal')
  await movePool('Firth')
  expect(await refusal(question)).toBe('PRICE_UNAVAILABLE')
})

/** The code with which a request is refused; by default a swap of 10 USDC that would go through. */
async function refusal(
  question: Partial<SwapRequest>,
  at = harness.service,
): Promise<ErrorCode | 'no refusal'> {
  const swap = { from: 'agg:usdc', amount: '10000000', to: 'agg:eth' }
  try {
    await requestQuote({ ...swap, ...question }, at)
    return 'no refusal'
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

/** Buys so much ETH from the pool of USDC and WETH that its price rises by more than 10 percent. */
async function movePool(name: string): Promise<void> {
  const chain = harness.network.chains.find((one) => one.name === name)
  const node = harness.devnet.chains.find((one) => one.name === name)
  const pool = harness.network.pools.find(
    ({ chainId, tokens }) =>
      chainId === chain?.chainId &&
      tokens.includes(asset(name, 'USDC')) &&
      tokens.includes(asset(name, 'WETH')),
  )
  if (!chain || !node || !pool) throw new Error(`There is no such pool on ${name}.`)
  const [usdc, weth] = [getToken(asset(name, 'USDC')), getToken(asset(name, 'WETH'))]
  const holdings = await node.client.readContract({
    address: usdc,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [pool.pool],
  })
  // The price goes with the square of the reserve: a tenth more USDC raises it by 21 percent.
  const amountIn = holdings / 10n
  await harness.devnet.faucet.send(trader.address, [
    { assetType: asset(name, 'USDC'), amount: amountIn },
    { assetType: asset(name, 'ETH'), amount: 10n ** 18n },
  ])
  const router = chain.contracts.swapRouter
  const swap = buildSwapCall(router, {
    tokenIn: usdc,
    tokenOut: weth,
    isNativeIn: false,
    isNativeOut: false,
    poolFee: pool.fee,
    amountIn,
    minimumOut: 0n,
    recipient: trader.address,
    deadline: 2n ** 40n,
  })
  const approval = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [router, amountIn],
  })
  await mineCalls(node.client, {
    from: trader,
    calls: [
      { label: 'approve', to: usdc, data: approval, gas: 100_000n },
      { label: 'swap', to: router, data: swap.data, gas: 1_000_000n },
    ],
  })
}

function withoutDelta(network: Network, rpcUrl: string): Network {
  return {
    ...network,
    chains: network.chains.map((one) => (one.name === 'Delta' ? { ...one, rpcUrl } : one)),
  }
}

function getAddress(server: Server): { port: number } {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return address
}

function getToken(assetType: AssetType): EvmAddress {
  return EvmAddress.parse(splitAssetType(assetType).reference)
}
