import { concat, encodeEventTopics, encodeFunctionData, erc20Abi, numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { destinationSettlerAbi } from '#contracts/abi/destinationSettler.ts'
import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { originEscrowAbi } from '#contracts/abi/originEscrow.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { Network } from '#networks/network.ts'
import { type ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import { Hash, type Hex } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { type TestServices, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { startTestProxy, type TestProxy } from '#testing/harness/proxy.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const harness = setUpHarness({ funds: [['Firth', 'USDC', 900_000_000n]] })
const { accept, asset, balanceOf, getNode, requestQuote } = harness

/** First providers of the origin and the destination chain. */
let firth: TestProxy
let lagoon: TestProxy

beforeAll(async () => {
  firth = await startTestProxy(getNode('Firth').rpcUrl)
  lagoon = await startTestProxy(getNode('Lagoon').rpcUrl)
})
afterAll(() => {
  firth.stop()
  lagoon.stop()
})

test('a provider that alone says the deposit is held brings about no fill', async () => {
  const services = createServices()
  const quote = await getQuote(services, '50000000')
  const { orderHash } = getTerms(services, quote)
  const stateOf = { abi: originEscrowAbi, functionName: 'stateOf', args: [orderHash] } as const
  forge(firth, { question: encodeFunctionData(stateOf), word: 1n })
  // No deposit is sent: only the false answer says so.
  firth.replies.set('eth_sendRawTransaction', () => `0x${'ee'.repeat(32)}`)
  await accept(quote, services)
  const before = await readInventory()
  await services.start()
  try {
    await expect.poll(() => services.alarms.length).toBeGreaterThan(3)
    expect(services.alarms[0]).toMatch(
      /Providers of eip155:71117001 give 2 different answers about block \d+: provider 1 against provider 2\./,
    )
    expect(await readInventory()).toBe(before)
    // Honest again: the swap goes on as if nothing had been.
    firth.replies.clear()
    expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
      status: 'COMPLETED',
    })
  } finally {
    firth.replies.clear()
    await services.stop()
  }
})

test('a provider that alone says the fill is done gets no attestation', async () => {
  const services = createServices()
  const quote = await getQuote(services, '40000000')
  const { orderHash, fillHash, fillId, solver } = getTerms(services, quote)
  const stateOf = { abi: originEscrowAbi, functionName: 'stateOf', args: [orderHash] } as const
  const fillOf = {
    abi: destinationSettlerAbi,
    functionName: 'fillOf',
    args: [solver, fillId],
  } as const
  forge(firth, { question: encodeFunctionData(stateOf), word: 1n })
  forge(lagoon, { question: encodeFunctionData(fillOf), word: BigInt(fillHash) })
  try {
    await expect(
      services.attestor.attest({ orderHash, verdict: 'Filled', request: { quote, leg: 0 } }),
    ).rejects.toMatchObject({ name: 'ChainUnavailable' })
    expect(services.alarms.length).toBeGreaterThan(0)
  } finally {
    firth.replies.clear()
    lagoon.replies.clear()
  }
})

test('a provider that is down leaves value where it is until it is back', async () => {
  const services = createServices()
  const quote = await getQuote(services, '30000000')
  await accept(quote, services)
  const before = await readInventory()
  lagoon.setDown(true)
  await services.start()
  try {
    await expect
      .poll(() => services.errors.map(String).join(' '))
      .toContain('eip155:71117003 does not answer')
    expect(await readInventory()).toBe(before)
    lagoon.setDown(false)
    expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
      status: 'COMPLETED',
    })
  } finally {
    lagoon.setDown(false)
    await services.stop()
  }
})

test('a provider that alone says an operation landed completes nothing', async () => {
  const services = createServices()
  const quote = await getQuote(services, '20000000', asset('Firth', 'WETH'))
  const [leg] = parseExecutionPlan(quote, {
    network: harness.network,
    chains: services.chains,
  }).legs
  if (!leg) throw new Error('The quote does nothing.')
  // It accepts transactions without forwarding them and returns forged receipts.
  firth.replies.set('eth_sendRawTransaction', () => `0x${'ee'.repeat(32)}`)
  const made = new Map<unknown, object>()
  firth.replies.set('eth_getTransactionReceipt', async ([hash]) => {
    const [sent] = await harness.database.storage.query<{ op: string }>(
      `select meta->>'userOpHash' as op from transactions where hash = $1`,
      [hash],
    )
    const receipt =
      made.get(hash) ??
      (await forgedReceipt(
        { ...leg, sender: EvmAddress.parse(leg.sender) },
        { hash, userOpHash: sent?.op },
      ))
    made.set(hash, receipt)
    return receipt
  })
  await accept(quote, services)
  await services.start()
  try {
    await expect.poll(() => made.size).toBeGreaterThan(0)
    await expect.poll(() => services.alarms.join()).toContain('do not agree on')
    expect(await services.executions.status(quote.id)).toMatchObject({ status: 'PENDING' })
    firth.replies.clear()
    expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
      status: 'COMPLETED',
    })
  } finally {
    firth.replies.clear()
    await services.stop()
  }
})

test('a balance that one provider alone knows of backs no execution', async () => {
  const services = createServices()
  const quote = await getQuote(services, '30000000')
  const { balances } = services.service
  const question = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [harness.account.accountAddress],
  })
  forge(firth, { question, word: 10n ** 15n })
  try {
    const attempt = accept(quote, services)
    await expect(attempt).rejects.toMatchObject({ name: 'ChainUnavailable' })
    expect(services.alarms.join()).toContain('give 2 different answers')
    expect(await services.executions.status(quote.id)).toEqual({})
  } finally {
    firth.replies.clear()
    balances.forget(harness.account.accountAddress)
  }
})

/** A forged receipt, with the EntryPoint event of an operation that never happened. */
async function forgedReceipt(
  { sender, nonce }: { sender: EvmAddress; nonce: bigint },
  { hash, userOpHash = `0x${'00'.repeat(32)}` }: { hash: unknown; userOpHash: string | undefined },
): Promise<object> {
  const { entryPoint, paymaster } = devnetAddresses
  const topics = encodeEventTopics({
    abi: entryPointAbi,
    eventName: 'UserOperationEvent',
    args: { userOpHash: Hash.parse(userOpHash), sender, paymaster },
  })
  const words = [nonce, 1n, 10n ** 12n, 10n ** 5n].map((word) => numberToHex(word, { size: 32 }))
  const block = await getNode('Firth').client.getBlock()
  return {
    transactionHash: hash,
    blockNumber: numberToHex(block.number),
    blockHash: block.hash,
    status: '0x1',
    gasUsed: '0x30000',
    effectiveGasPrice: '0x3b9aca00',
    logs: [{ address: entryPoint, topics, data: concat(words) }],
  }
}

/** Makes a provider return a false word for one call; all else comes from the node. */
function forge(proxy: TestProxy, lie: { question: Hex; word: bigint }): void {
  const target = proxy === firth ? 'Firth' : 'Lagoon'
  proxy.replies.set('eth_call', async (params) => {
    const answer = await fetch(getNode(target).rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params }),
    })
    const { result }: { result: string } = await answer.json()
    if (!JSON.stringify(params).includes(lie.question.slice(2))) return result
    // Number and time of the block come first: see readMany.ts.
    return `${result.slice(0, 130)}${lie.word.toString(16).padStart(64, '0')}${result.slice(194)}`
  })
}

/** A service whose first providers are the proxies and whose quorum providers are the nodes. */
function createServices(): TestServices {
  const urls = new Map([
    ['Firth', firth.url],
    ['Lagoon', lagoon.url],
  ])
  const network: Network = {
    ...harness.network,
    chains: harness.network.chains.map((chain) => ({
      ...chain,
      rpcUrl: urls.get(chain.name) ?? chain.rpcUrl,
    })),
  }
  const quorumClients = harness.network.chains.map(
    ({ chainId, rpcUrl }) => [chainId, rpcUrl] as const,
  )
  const quorumRpcUrls: Record<ChainId, string> = Object.fromEntries(quorumClients)
  return harness.createServices({ network, quorumRpcUrls })
}

function getQuote(
  services: TestServices,
  amount: string,
  to = asset('Lagoon', 'USDC'),
): Promise<Quote> {
  return requestQuote({ from: asset('Firth', 'USDC'), amount, to }, services)
}

/** What the solver holds to deliver with, as the node says. */
function readInventory(): Promise<bigint> {
  return balanceOf(asset('Lagoon', 'USDC'), harness.network.roles.solver)
}

function getTerms(
  services: TestServices,
  quote: Quote,
): { orderHash: Hash; fillHash: Hash; fillId: Hash; solver: Hex } {
  const { legs, destination } = parseExecutionPlan(quote, {
    network: harness.network,
    chains: services.chains,
  })
  const orderHash = legs[0]?.orderHash
  if (!orderHash || !destination) throw new Error('The quote deposits nothing.')
  return { orderHash, ...destination, solver: EvmAddress.parse(destination.solver) }
}
