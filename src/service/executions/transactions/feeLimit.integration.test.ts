import { parseTransaction } from 'viem'
import { keccak256 } from 'viem/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEvmChains } from '#networks/getChain.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { Hex } from '#protocol/ids/hex.ts'
import { findStuckExecutions } from '../../storage/executions/stuckExecutions.ts'
import { FeesAtLimitError } from './executionErrors.ts'
import { waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { startTestProxy, type TestProxy } from '#testing/harness/proxy.ts'
import { createTreasury } from '../jobs/treasury.ts'
import { getSettlement } from '../plan/executionPlan.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const harness = setUpHarness({ funds: [['Firth', 'USDC', 50_000_000n]] })
const { accept, asset, createServices, getNode, requestQuote } = harness

let proxy: TestProxy

beforeAll(async () => {
  proxy = await startTestProxy(getNode('Firth').rpcUrl)
})
afterAll(() => proxy.stop())

/** The devnet with Firth behind the proxy and a short block time, so that transactions are soon replaced. */
function impatient() {
  const { network } = harness
  const firth = getEvmChains(network)[0]
  return {
    ...network,
    chains: network.chains.map((chain) =>
      chain.chainId === firth?.chainId ? { ...chain, blockMs: 20, rpcUrl: proxy.url } : chain,
    ),
  }
}

test('a release that no block takes offers more at the same nonce up to a limit, raises one alarm, and is made in the end', async () => {
  const { storage } = harness.database
  const services = createServices({ network: impatient() })
  const [from, to] = [asset('Firth', 'USDC'), asset('Delta', 'USDC')]
  const quote = await requestQuote({ from, amount: '20000000', to }, services)
  const escrow = getEvmChains(harness.network)[0]?.contracts.originEscrow ?? ''
  const offers: bigint[] = []
  const kept: Hex[] = []
  const nonces = new Set<number | undefined>()
  proxy.replies.set('eth_sendRawTransaction', async ([sent]) => {
    const raw = Hex.parse(sent)
    const { to: target, maxFeePerGas = 0n, nonce } = parseTransaction(raw)
    if (!isSameAddress(target ?? '', escrow)) return pass(raw)
    if (!kept.includes(raw)) offers.push(maxFeePerGas)
    kept.push(raw)
    nonces.add(nonce)
    return keccak256(raw)
  })
  await accept(quote, services)
  await services.start()

  await expect.poll(() => alarms(services.errors).length).toBe(1)
  const atLimit = offers.length
  const sentUntilThen = kept.length
  // It goes on being sent, for what it offers now.
  await expect.poll(() => kept.length).toBeGreaterThan(sentUntilThen + 5)
  expect(offers).toHaveLength(atLimit)
  const [first = 0n, ...raised] = offers
  expect(raised.length).toBeGreaterThan(5)
  expect(nonces.size).toBe(1)
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
  const services = createServices({ network: impatient() })
  const { chainId } = getNode('Firth')
  const chains = new Map([[chainId, getSettlement(services.chains, chainId)]])
  const errors: unknown[] = []
  const treasury = createTreasury({
    storage: harness.database.storage,
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
  return getNode('Firth').client.sendRawTransaction({ serializedTransaction: raw })
}
