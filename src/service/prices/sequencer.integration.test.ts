import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { priceFeedAbi } from '#contracts/abi/priceFeed.ts'
import { planFeed } from '#devnet/plan/assetsPlan.ts'
import { buildCreation } from '#devnet/plan/create2.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { mineCalls } from '#devnet/deploy/sendCalls.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import { getAccount, composeQuotes } from '#testing/quotes/quotes.ts'

const keeper = privateKeyToAccount(devnetKeys.keeper)
const uptime = planFeed('L2 Sequencer Uptime', { keeper: keeper.address })
const graceSeconds = 600
const [up, down] = [0n, 1n]

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
  await onFirth([{ label: 'create the uptime feed', ...buildCreation(uptime) }])
})
afterAll(() => devnet.stop())

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
  const { quotes } = at(0)
  const account = getAccount(keeper.address, quotes)
  for (const name of ['Firth', 'Delta'])
    await devnet.faucet.send(account.accountAddress, [
      { assetType: usdcOn(name), amount: 20_000_000n },
    ])
  for (const [from, to] of [
    [usdcOn('Firth'), usdcOn('Delta')],
    [usdcOn('Delta'), usdcOn('Firth')],
  ] as const) {
    const refused = quotes.quoteV3({
      from: { accounts: [account], asset: { assetId: from }, amount: '10000000' },
      to: { asset: { assetId: to } },
    })
    await expect(refused).rejects.toMatchObject({ code: 'PRICE_UNAVAILABLE' })
  }
})

/** The service on this devnet, Firth with a sequencer, its clock ahead by `seconds`. */
function at(seconds: number) {
  const { network } = devnet
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
  return devnet.network.chains
    .map(({ name }) => name)
    .filter((name) => !unpricedAssets?.includes(usdcOn(name)))
}

function usdcOn(name: string) {
  const { aggregates, chains } = devnet.network
  const chainId = chains.find((chain) => chain.name === name)?.chainId
  const member = aggregates
    .find(({ aggregatedAssetId }) => aggregatedAssetId === 'agg:usdc')
    ?.members.find(({ assetType }) => assetType.startsWith(`${chainId}/`))
  if (!member) throw new Error(`There is no USDC on ${name}.`)
  return member.assetType
}

async function say(answer: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: priceFeedAbi, functionName: 'setAnswer', args: [answer] })
  await onFirth([{ label: `say ${answer}`, to: uptime.address, data, gas: 150_000n }])
}

async function onFirth(calls: Parameters<typeof mineCalls>[1]['calls']): Promise<void> {
  const firth = devnet.chains.find(({ name }) => name === 'Firth')
  if (!firth) throw new Error('There is no Firth.')
  await mineCalls(firth.client, { from: keeper, calls })
}
