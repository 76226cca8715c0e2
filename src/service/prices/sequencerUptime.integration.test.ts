import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'

import { priceFeedAbi } from '#contracts/abi/priceFeed.ts'
import { planFeed } from '#devnet/plan/assetsPlan.ts'
import { buildCreation } from '#devnet/plan/create2.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { mineCalls } from '#devnet/deploy/sendCalls.ts'
import { composeQuotes } from '#testing/quotes/quotes.ts'
import { setUpQuotesHarness } from '#testing/harness/quotesHarness.ts'

const keeper = privateKeyToAccount(devnetKeys.keeper)
const uptime = planFeed('L2 Sequencer Uptime', { keeper: keeper.address })
const graceSeconds = 600
const [up, down] = [0n, 1n]

const harness = setUpQuotesHarness({
  funds: [
    ['Firth', 'USDC', 20_000_000n],
    ['Delta', 'USDC', 20_000_000n],
  ],
})
const { asset, getNode, requestQuote } = harness

beforeAll(() => onFirth([{ label: 'create the uptime feed', ...buildCreation(uptime) }]))

test('a chain has prices only while its sequencer is up and was so for the grace period', async () => {
  // The feed knows nothing yet.
  expect(await pricedChains(0)).toEqual(['Delta', 'Lagoon'])
  await say(down)
  expect(await pricedChains(0)).toEqual(['Delta', 'Lagoon'])
  expect(await pricedChains(graceSeconds + 30)).toEqual(['Delta', 'Lagoon'])
  await say(up)
  expect(await pricedChains(graceSeconds - 30)).toEqual(['Delta', 'Lagoon'])
  expect(await pricedChains(graceSeconds + 30)).toEqual(['Firth', 'Delta', 'Lagoon'])
})

test('nothing is quoted from or to a chain whose sequencer is down', async () => {
  await say(down)
  const service = at(0)
  for (const [from, to] of [
    [asset('Firth', 'USDC'), asset('Delta', 'USDC')],
    [asset('Delta', 'USDC'), asset('Firth', 'USDC')],
  ] as const) {
    const refused = requestQuote({ from, amount: '10000000', to }, service)
    await expect(refused).rejects.toMatchObject({ code: 'PRICE_UNAVAILABLE' })
  }
})

/** The service on this devnet, Firth with a sequencer, its clock ahead by `seconds`. */
function at(seconds: number) {
  const { network } = harness
  const sequencer = { feed: uptime.address, graceSeconds }
  const chains = network.chains.map((chain) =>
    chain.name === 'Firth' ? { ...chain, sequencer } : chain,
  )
  return composeQuotes({ ...network, chains }, { clock: () => Date.now() + seconds * 1_000 })
}

/** Names of the chains on which USDC has a price, as far ahead of now. */
async function pricedChains(seconds: number): Promise<string[]> {
  const { balances } = at(seconds)
  const { unpricedAssets } = await balances.readV2({ address: keeper.address })
  return harness.network.chains
    .map(({ name }) => name)
    .filter((name) => !unpricedAssets?.includes(asset(name, 'USDC')))
}

async function say(answer: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: priceFeedAbi, functionName: 'setAnswer', args: [answer] })
  await onFirth([{ label: `say ${answer}`, to: uptime.address, data, gas: 150_000n }])
}

async function onFirth(calls: Parameters<typeof mineCalls>[1]['calls']): Promise<void> {
  await mineCalls(getNode('Firth').client, { from: keeper, calls })
}
