import { parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { keccak256 } from 'viem/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import { getEvmChains } from '#networks/getChain.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { Hex } from '#protocol/ids/hex.ts'
import { getAccount } from '#testing/quotes/quotes.ts'
import { findStuckExecutions } from '../../storage/executions/stuckExecutions.ts'
import { startTestDatabase, type TestDatabase } from '#testing/harness/database.ts'
import { FeesAtLimitError } from './FeesAtLimitError.ts'
import {
  getAsset,
  composeServices,
  signQuote,
  waitUntilTerminal,
} from '#testing/harness/composeServices.ts'
import { startTestProxy, type TestProxy } from '#testing/harness/proxy.ts'
import { createTreasury } from '../jobs/treasury.ts'

const owner = privateKeyToAccount(`0x${'f8'.repeat(32)}`)

let devnet: TestDevnet
let database: TestDatabase
let proxy: TestProxy

beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  proxy = await startTestProxy(devnet.chains[0]?.rpcUrl ?? '')
})

afterAll(async () => {
  proxy.stop()
  await database.stop()
  await devnet.stop()
})

/** The devnet with Firth behind the proxy, so quick on paper that what is stuck is soon replaced. */
function impatient() {
  const { network } = devnet
  const firth = getEvmChains(network)[0]
  return {
    ...network,
    chains: network.chains.map((chain) =>
      chain.chainId === firth?.chainId ? { ...chain, blockMs: 20, rpcUrl: proxy.url } : chain,
    ),
  }
}

test('a release that no block takes offers more up to a limit, raises one alarm, and is made in the end', async () => {
  const { storage } = database
  const network = impatient()
  const keys = { ...devnetKeys, paymaster: devnetKeys.paymasterSigner }
  const services = composeServices(network, { storage, keys })
  const account = getAccount(owner.address, services.service.quotes)
  const from = getAsset(network, { chain: 'Firth', symbol: 'USDC' })
  await devnet.faucet.send(account.accountAddress, [{ assetType: from, amount: 50_000_000n }])
  const to = getAsset(network, { chain: 'Delta', symbol: 'USDC' })
  const quote = await signQuote(
    await services.service.quotes.quoteV3({
      from: { accounts: [account], asset: { assetId: from }, amount: '20000000' },
      to: { asset: { assetId: to } },
    }),
    owner,
  )
  const escrow = getEvmChains(network)[0]?.contracts.originEscrow ?? ''
  const offers: bigint[] = []
  const kept: Hex[] = []
  proxy.replies.set('eth_sendRawTransaction', async ([sent]) => {
    const raw = Hex.parse(sent)
    const { to: target, maxFeePerGas = 0n } = parseTransaction(raw)
    if (!isSameAddress(target ?? '', escrow)) return pass(raw)
    if (!kept.includes(raw)) offers.push(maxFeePerGas)
    kept.push(raw)
    return keccak256(raw)
  })
  await services.executions.accept(quote, { receivedBody: quote })
  await services.start()

  await expect.poll(() => alarms(services.errors).length).toBe(1)
  const atLimit = offers.length
  const sentUntilThen = kept.length
  // It goes on being sent, for what it offers now.
  await expect.poll(() => kept.length).toBeGreaterThan(sentUntilThen + 5)
  expect(offers).toHaveLength(atLimit)
  const [first = 0n, ...raised] = offers
  expect(raised.length).toBeGreaterThan(5)
  expect(raised.every((offer) => offer <= 20n * first)).toBe(true)
  expect(alarms(services.errors)).toHaveLength(1)
  expect(await findStuckExecutions(storage)).toMatchObject([
    { quoteId: quote.id, phase: 'releasing' },
  ])

  // Blocks are cheap again.
  proxy.replies.clear()
  expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
    status: 'COMPLETED',
  })
  expect(await findStuckExecutions(storage)).toEqual([])
  await services.stop()
})

test('a move of inventory that no block takes raises one alarm as well', async () => {
  const services = composeServices(impatient(), {
    storage: database.storage,
    keys: { ...devnetKeys, paymaster: devnetKeys.paymasterSigner },
  })
  const [firth] = devnet.chains
  const chains = new Map([...services.chains].filter(([chainId]) => chainId === firth?.chainId))
  const errors: unknown[] = []
  const treasury = createTreasury({
    storage: database.storage,
    network: impatient(),
    chains,
    prices: services.service.prices,
    // Less than the solver holds there.
    capUsd: 10n ** 15n,
    onError: (error) => errors.push(error),
    everyMs: 20,
  })
  const sent: string[] = []
  proxy.replies.set('eth_sendRawTransaction', ([raw]) => {
    sent.push(String(raw))
    return Promise.resolve(keccak256(Hex.parse(raw)))
  })
  treasury.start()
  try {
    await expect.poll(() => alarms(errors).length).toBe(1)
    const sentUntilThen = sent.length
    await expect.poll(() => sent.length).toBeGreaterThan(sentUntilThen + 5)
    expect(alarms(errors)).toHaveLength(1)
  } finally {
    await treasury.stop()
    proxy.replies.clear()
  }
})

function alarms(errors: readonly unknown[]): readonly unknown[] {
  return errors.filter((error) => error instanceof FeesAtLimitError)
}

/** To the node itself. */
async function pass(raw: Hex): Promise<Hex> {
  const [firth] = devnet.chains
  if (!firth) throw new Error('There is no chain.')
  return firth.client.sendRawTransaction({ serializedTransaction: raw })
}
