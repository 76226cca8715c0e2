import { createServer, type Server, type ServerResponse } from 'node:http'
import { createWalletClient, type Hash, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, test } from 'vitest'

import { buildRefund } from '#chains/evm/orders/settlementAbi.ts'
import { buildReleaseCall } from '#chains/evm/orders/settlement.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { placeCoinRejecter, coinRejecter } from '#testing/devnet/coinRejecter.ts'
import { testBlockMs } from '#testing/devnet/startTestDevnet.ts'
import type { Network } from '#networks/network.ts'
import { toEvmOrder } from '#protocol/orders/anyOrder.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { addSponsorLoss, readSponsorLosses } from '../../storage/tables/sponsorBudgets.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { type TestServices, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const harness = setUpHarness({
  funds: [
    ['Firth', 'USDC', 900_000_000n],
    ['Delta', 'USDC', 900_000_000n],
  ],
})
const { accept, asset, createServices, getNode, requestQuote } = harness

afterAll(() => {
  for (const proxy of proxies) proxy.close()
})

const proxies: Server[] = []

/** A proxy of a node that supports only `eth_` methods and loses some responses. */
async function plainEndpoint(target: string, { faults }: { faults: number }): Promise<string> {
  let count = 0
  const proxy = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void answer(Buffer.concat(chunks).toString('utf8'), response))
  })
  async function answer(body: string, response: ServerResponse): Promise<unknown> {
    const methods = [...body.matchAll(/"method":"([^"]+)"/g)].map(([, method]) => method ?? '')
    if (methods.some((method) => !method.startsWith('eth_'))) return response.destroy()
    count += 1
    const headers = { 'content-type': 'application/json' }
    const forwarded = await fetch(target, { method: 'POST', headers, body })
    const text = await forwarded.text()
    // The node handles the request, but its response is lost.
    if (faults > 0 && count % faults === 0) return response.destroy()
    response.setHeader('content-type', 'application/json')
    return response.end(text)
  }
  proxies.push(proxy)
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

async function networkBehind(options: { faults: number; depth: number }): Promise<Network> {
  const chains = await Promise.all(
    harness.network.chains.map(async (chain) => ({
      ...chain,
      depth: options.depth,
      rpcUrl: await plainEndpoint(chain.rpcUrl, options),
    })),
  )
  return { ...harness.network, chains }
}

test('at depth 2 behind a plain endpoint a swap ends COMPLETED, a block later each time', async () => {
  const services = createServices({ network: await networkBehind({ faults: 0, depth: 2 }) })
  await services.start()
  const to = asset('Delta', 'WETH')
  const quote = await requestQuote(
    { from: asset('Firth', 'USDC'), amount: '5000000', to },
    services,
  )
  const begun = performance.now()
  await accept(quote, services)
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  await services.stop()
  expect(record.status).toBe('COMPLETED')
  // Three transactions, each with a full block on top.
  expect(performance.now() - begun).toBeGreaterThan(3 * testBlockMs)
  expect(services.errors).toEqual([])
})

test('every ninth answer lost, each value still moves once', async () => {
  const network = await networkBehind({ faults: 9, depth: 1 })
  const resolved = createServices()
  const services = createServices({ network })
  const from = asset('Firth', 'USDC')
  const quotes: Quote[] = []
  for (const amount of ['1000000', '2000000', '3000000', '4000000'])
    quotes.push(await requestQuote({ from, amount, to: asset('Delta', 'USDC') }, resolved))
  const chain = resolved.chains.get(splitAssetType(from).chainId)
  const before = await chain?.readBalance(harness.account.accountAddress, from)
  for (const quote of quotes) await accept(quote, resolved)
  await services.start()
  for (const quote of quotes)
    expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
      status: 'COMPLETED',
    })
  await services.stop()
  const after = await chain?.readBalance(harness.account.accountAddress, from)
  expect((before?.units ?? 0n) - (after?.units ?? 0n)).toBe(10_000_000n)
})

type Sent = { chain: string; hash: Hash; nonce: bigint; replaces: string | null }

async function sentTransactions(quoteId: string): Promise<Sent[]> {
  return harness.database.storage.query(
    'select chain, hash, nonce, replaces from transactions where quote_id = $1',
    [quoteId],
  )
}

test('a refund that a third party makes by the clock ends it, and stands in the record', async () => {
  const services = createServices()
  const from = asset('Firth', 'USDC')
  const to = asset('Lagoon', 'ETH')
  const escrow = harness.network.chains[0]?.contracts.originEscrow
  // The recipient takes no coins: nothing is ever delivered.
  await placeCoinRejecter(getNode('Lagoon'))
  const recipient = `${splitAssetType(to).chainId}:${coinRejecter}`
  const quote = await requestQuote({ from, amount: '7000000', to, recipient }, services)
  await accept(quote, services)
  const [leg] = parseExecutionPlan(quote, {
    network: harness.network,
    chains: services.chains,
  }).legs
  if (!leg?.order || !escrow) throw new Error('There is no deposit.')
  // No attestor: the deposit is held until the clock lets anybody give it back.
  const depositing = createServices()
  await depositing.worker.start()
  await expect.poll(() => readOrder(depositing, leg.orderHash)).toBe('held')
  await depositing.worker.stop()
  const firth = getNode('Firth')
  await firth.client.increaseTime({ seconds: 1_000 })
  await firth.client.mine({ blocks: 1 })
  const stranger = privateKeyToAccount(devnetKeys.trickster)
  const wallet = createWalletClient({ account: stranger, transport: http(firth.rpcUrl) })
  const call = buildRefund(toEvmOrder(leg.order), { escrow })
  const hash = await wallet.sendTransaction({ chain: null, to: call.to, data: call.data })
  await firth.client.waitForTransactionReceipt({ hash })
  await services.start()
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  await services.stop()
  expect(record.status).toBe('REFUNDED')
  expect(record.refundOperations?.map((operation) => operation.hash)).toEqual([hash])
})

test('a release that a third party makes first is a release: it ends COMPLETED, paid once', async () => {
  const services = createServices()
  const from = asset('Firth', 'USDC')
  const quote = await requestQuote(
    { from, amount: '6000000', to: asset('Delta', 'USDC') },
    services,
  )
  const [leg] = parseExecutionPlan(quote, {
    network: harness.network,
    chains: services.chains,
  }).legs
  const escrow = harness.network.chains[0]?.contracts.originEscrow
  if (!leg?.order || !leg.orderHash || !escrow) throw new Error('There is no deposit.')
  const chain = services.chains.get(splitAssetType(from).chainId)
  const { payee } = harness.network.roles
  const before = await chain?.readBalance(payee, from)
  await accept(quote, services)
  // Only the worker runs: it fills and waits for the attestation.
  await services.worker.start()
  await expect
    .poll(async () => services.executions.status(quote.id))
    .toMatchObject({ status: 'EXECUTED' })
  await services.worker.stop()
  const { orderHash } = leg
  const request = { quote, leg: 0 }
  const word = await services.attestor.attest({ orderHash, verdict: 'Filled', request })
  if (word.kind !== 'signed') throw new Error(`Not attested: ${word.why}`)
  const firth = getNode('Firth')
  const stranger = privateKeyToAccount(devnetKeys.trickster)
  const wallet = createWalletClient({ account: stranger, transport: http(firth.rpcUrl) })
  const call = buildReleaseCall(toEvmOrder(leg.order), { escrow, attestation: word.signature })
  const hash = await wallet.sendTransaction({ chain: null, to: call.to, data: call.data })
  await firth.client.waitForTransactionReceipt({ hash })
  const next = createServices()
  await next.start()
  const record = await waitUntilTerminal(next, { quoteId: quote.id })
  await next.stop()
  expect(record.status).toBe('COMPLETED')
  const after = await chain?.readBalance(payee, from)
  expect((after?.units ?? 0n) - (before?.units ?? 0n)).toBe(leg.order.amount)
  const sent = await harness.database.storage.query(
    `select 1 from steps where quote_id = $1 and action = 'release'`,
    [quote.id],
  )
  expect(sent).toEqual([])
})

async function readOrder(
  services: TestServices,
  orderHash: `0x${string}` | undefined,
): Promise<string> {
  const chain = services.chains.get(splitAssetType(asset('Firth', 'USDC')).chainId)
  if (!chain || !orderHash) return 'none'
  const { number } = await chain.readHead()
  const question = { orders: [orderHash], nonces: [], fills: [] }
  return (await chain.readState(question, number)).orders[0] ?? 'none'
}

test('gas of a delivery that its recipient refuses is counted against who asked for it', async () => {
  const services = createServices()
  const budget = harness.account.accountAddress.toLowerCase()
  const { accountUsd: before } = await readSponsorLosses(harness.database.storage, {
    account: budget,
  })
  const to = asset('Delta', 'ETH')
  await placeCoinRejecter(getNode('Delta'))
  const recipient = `${splitAssetType(to).chainId}:${coinRejecter}`
  const from = asset('Firth', 'USDC')
  const quote = await requestQuote({ from, amount: '8000000', to, recipient }, services)
  await accept(quote, services)
  await services.start()
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  await services.stop()
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'TRANSFER_FAILED' })
  const { accountUsd: after } = await readSponsorLosses(harness.database.storage, {
    account: budget,
  })
  // A deposit, a cancel and a refund, by their receipts; a coin of either chain is worth $ 3,000.
  const sent = await sentTransactions(quote.id)
  const receipts = await Promise.all(
    sent.map(({ chain, hash }) => getNode(chain).client.getTransactionReceipt({ hash })),
  )
  expect(receipts).toHaveLength(3)
  const paid = receipts.map(({ gasUsed, effectiveGasPrice }) => gasUsed * effectiveGasPrice)
  const usd = (paid.reduce((sum, wei) => sum + wei, 0n) * 3_000n * 10n ** 8n) / 10n ** 18n
  expect(after - before).toBeGreaterThanOrEqual(usd)
  // The paymaster pays a little more for a deposit than its receipt says; nothing counts twice.
  expect(after - before).toBeLessThan(usd * 2n)
})

test('an account that cost the sponsor too much today is not sponsored', async () => {
  const services = createServices()
  const from = asset('Delta', 'USDC')
  const quote = await requestQuote(
    { from, amount: '90000000', to: asset('Lagoon', 'USDC') },
    services,
  )
  await addSponsorLoss(harness.database.storage, {
    account: harness.account.accountAddress.toLowerCase(),
    usd: 300n * 10n ** 8n,
  })
  await expect(accept(quote, services)).rejects.toMatchObject({
    code: 'SPONSORSHIP_EXHAUSTED',
  })
})
