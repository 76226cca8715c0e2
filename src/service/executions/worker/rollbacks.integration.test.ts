import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import type { Network } from '#networks/network.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import { Hash } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { findAttestations } from '../../storage/executions/attestationRows.ts'
import { findSteps } from '../../storage/executions/stepRows.ts'
import type { OnFailpoint } from '../plan/failpoint.ts'
import { type PlanDestination, getSettlement } from '../plan/executionPlan.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { type TestServices, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { setUpHarness } from '#testing/harness/harness.ts'
import { startTestProxy, type TestProxy } from '#testing/harness/proxy.ts'
import { readPhase as readStoredPhase } from '#testing/harness/rows.ts'

const harness = setUpHarness({ funds: [['Firth', 'USDC', 900_000_000n]] })
const { accept, asset, balanceOf, getNode, requestQuote } = harness

/** In front of the origin, and of the destination: what is sent there may get lost. */
let firth: TestProxy
let lagoon: TestProxy
/** With two confirmations everywhere. */
let network: Network
let services: TestServices

beforeAll(async () => {
  firth = await startTestProxy(getNode('Firth').rpcUrl)
  lagoon = await startTestProxy(getNode('Lagoon').rpcUrl)
  network = deep({
    ...harness.network,
    chains: harness.network.chains.map((chain) => ({
      ...chain,
      ...(chain.name === 'Firth' && { rpcUrl: firth.url }),
      ...(chain.name === 'Lagoon' && { rpcUrl: lagoon.url }),
    })),
  })
})

afterAll(() => {
  firth.stop()
  lagoon.stop()
})

beforeEach(async () => {
  services = harness.createServices({ network })
  await services.start()
})
afterEach(async () => {
  firth.replies.clear()
  lagoon.replies.clear()
  await services.stop()
})

test('a fill that is rolled back before it counts is attested only once the same bytes are mined again', async () => {
  await services.stop()
  // Deep enough that it does not count before it is rolled back, however slow the machine is.
  const lagoonDepth = 40
  services = harness.createServices({ network: deep(network, { Lagoon: lagoonDepth }) })
  await services.start()
  const executed = await execute('50000000')
  const { quote, order, destination } = executed
  await untilFilled(destination)
  const request = { quote, leg: 0 }
  const hashes = await fillHashes(quote)
  expect(
    await services.attestor.attest({ orderHash: order, verdict: 'Filled', request }),
  ).toMatchObject({ kind: 'wait' })
  await rollBackFill(executed)
  expect(await fillAtHead(destination)).toBe('open')
  expect(await findAttestations(harness.database.storage, [order])).toEqual([])

  await untilFilled(destination)
  await getNode('Lagoon').client.mine({ blocks: lagoonDepth })
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  expect(record).toMatchObject({ status: 'COMPLETED' })
  expect(record.destinationChainOperations.map(({ hash }) => hash)).toEqual(hashes)
})

test('a fill that is rolled back although it was attested is delivered again before anything is released', async () => {
  const executed = await execute('40000000')
  const { quote, order, destination } = executed
  await untilFilled(destination)
  // The deposit is in; nothing more gets into a block of the origin.
  firth.replies.set('eth_sendRawTransaction', () => `0x${'ee'.repeat(32)}`)
  await untilAttested(order)
  await expect.poll(() => readPhase(quote)).toBe('releasing')
  const recipient = await received()
  await rollBackFill(executed)
  expect(await fillAtHead(destination)).toBe('open')
  expect(await received()).toBeLessThan(recipient)
  firth.replies.clear()

  expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
    status: 'COMPLETED',
  })
  expect(await fillAtHead(destination)).toBe(destination.fillHash)
  expect(await received()).toBe(recipient)
})

test('a fill that is rolled back for good after it was attested is refunded, never released', async () => {
  // The release is never even signed.
  await restart((failpoint, about) => {
    if (failpoint === 'before sign' && about === 'release') throw new Error('Not released yet.')
  })
  const before = await held()
  const executed = await execute('30000000')
  const { quote, order, destination } = executed
  await untilFilled(destination)
  await untilAttested(order)
  await expect.poll(() => readPhase(quote)).toBe('releasing')
  await rollBackForGood(executed)
  await expect.poll(() => readPhase(quote)).toBe('refunding')
  expect(await escrowState(order)).toBe('held')
  await untilRefunded(executed)
  expect(await held()).toBe(before)
})

test('a release that was signed and lost before its fill is rolled back for good can never land any more', async () => {
  let isSigned = false
  await restart((failpoint, about) => {
    if (failpoint !== 'after sign' || about !== 'release') return
    isSigned = true
    // Whatever is sent from here on gets lost, the release first of all.
    firth.replies.set('eth_sendRawTransaction', () => `0x${'ee'.repeat(32)}`)
  })
  const before = await held()
  const executed = await execute('20000000')
  const { quote, order } = executed
  await expect.poll(() => isSigned).toBe(true)
  await rollBackForGood(executed)
  await expect.poll(() => readPhase(quote)).toBe('refunding')
  expect(await escrowState(order)).toBe('held')
  // Another worker takes over, which remembers nothing: it brings nonces and chain together first.
  firth.replies.clear()
  await restart()
  await untilRefunded(executed)
  expect(await held()).toBe(before)
  expect(await readEvents(quote)).toContain('release revoked')
})

test('what was paid out before its fill is rolled back for good ends FAILED, and somebody is told', async () => {
  await restart((failpoint, about) => {
    if (failpoint === 'before store state' && about === 'done') throw new Error('Not ended yet.')
  })
  const executed = await execute('10000000')
  const { quote, order } = executed
  await expect.poll(() => escrowState(order)).toBe('released')
  await rollBackForGood(executed)
  await restart()
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  expect(record).toMatchObject({ status: 'FAILED', failReason: 'ORDER_EXPIRED' })
  expect(await escrowState(order)).toBe('released')
  expect(await readEvents(quote)).toContain('paid out undelivered')
  expect(services.errors.map(String).join()).toContain(order)
})

test('what was paid out before its fill is rolled back is delivered again while there is time', async () => {
  await restart((failpoint, about) => {
    if (failpoint === 'before store state' && about === 'done') throw new Error('Not ended yet.')
  })
  const executed = await execute('15000000')
  const { quote, order, destination } = executed
  await expect.poll(() => escrowState(order)).toBe('released')
  const recipient = await received()
  await rollBackFill(executed)
  expect(await fillAtHead(destination)).toBe('open')
  await restart()
  expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
    status: 'COMPLETED',
  })
  expect(await fillAtHead(destination)).toBe(destination.fillHash)
  expect(await received()).toBe(recipient)
})

/** Another worker in the place of this one. */
async function restart(onFailpoint?: OnFailpoint): Promise<void> {
  await services.stop()
  services = harness.createServices({ network, ...(onFailpoint && { onFailpoint }) })
  await services.start()
}

type Executed = Awaited<ReturnType<typeof execute>>

/** The fill is gone, and nothing gets into a block of the destination until its time is over. */
async function rollBackForGood(executed: Executed): Promise<void> {
  lagoon.replies.set('eth_sendRawTransaction', () => `0x${'ee'.repeat(32)}`)
  await rollBackFill(executed)
  expect(await fillAtHead(executed.destination)).toBe('open')
  await passUntil(getNode('Lagoon'), executed.destination.fillDeadline)
}

/** Blocks that may be mined after the newest was asked for. */
const meanwhile = 1
/** Replaces the block of the fill, all after it and one before it by empty ones. */
async function rollBackFill({ quote, destination }: Executed): Promise<void> {
  const chain = getSettlement(services.chains, destination.chainId)
  const [fill] = await fillHashes(quote)
  const landing = fill && (await chain.readTransactionOutcome(Hash.parse(fill), undefined))
  if (!landing) throw new Error('Nothing is filled.')
  const { number } = await chain.readHead()
  const depth = Number(number - landing.block) + 1 + meanwhile
  await rollBack(getNode('Lagoon'), depth)
}

/** Lets a chain's clock pass a moment, at depth. */
async function passUntil({ client }: DevnetChain, time: bigint): Promise<void> {
  const { timestamp } = await client.getBlock()
  await client.increaseTime({ seconds: Math.max(0, Number(time - timestamp)) + 10 })
  await client.mine({ blocks: 2 })
}

/** Lets the clock of the origin refund; the fill stays away. */
async function untilRefunded({ quote, order, destination, refundAfter }: Executed): Promise<void> {
  lagoon.replies.clear()
  await passUntil(getNode('Firth'), refundAfter)
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
  expect(await escrowState(order)).toBe('refunded')
  expect(await fillAtHead(destination)).not.toBe(destination.fillHash)
}

async function readEvents({ id }: Quote): Promise<readonly string[]> {
  const sql = 'select kind from events where quote_id = $1 order by id'
  const rows = await harness.database.storage.query<{ kind: string }>(sql, [id])
  return rows.map(({ kind }) => kind)
}

/** Two confirmations everywhere, and more on some chains. */
function deep(given: Network, depths: Readonly<Record<string, number>> = {}): Network {
  const chains = given.chains.map((chain) => ({ ...chain, depth: depths[chain.name] ?? 2 }))
  return { ...given, chains }
}

/** Has a swap from Firth to Lagoon accepted. */
async function execute(amount: string) {
  const [from, to] = [asset('Firth', 'USDC'), asset('Lagoon', 'USDC')]
  // By a service that just started: the tests before have moved the chains' clocks.
  const quote = await requestQuote({ from, amount, to }, harness.createServices())
  const { legs, destination } = parseExecutionPlan(quote, { network, chains: services.chains })
  const order = legs[0]?.orderHash
  const refundAfter = legs[0]?.refundAfter ?? 0n
  if (!order || !destination) throw new Error('The quote deposits nothing.')
  await accept(quote, services)
  return { quote, order, destination, refundAfter }
}

async function untilFilled(destination: PlanDestination): Promise<void> {
  await expect.poll(() => fillAtHead(destination), { interval: 20 }).toBe(destination.fillHash)
}

async function untilAttested(order: string): Promise<void> {
  await expect
    .poll(() => findAttestations(harness.database.storage, [order]), { interval: 20 })
    .toMatchObject([{ verdict: 'Filled', signature: expect.stringMatching(/^0x/) }])
}

async function fillAtHead({ chainId, solver, fillId }: PlanDestination) {
  const chain = getSettlement(services.chains, chainId)
  const { number } = await chain.readHead()
  const question = { orders: [], nonces: [], fills: [{ solver, fillId }] }
  return (await chain.readState(question, number)).fills[0]
}

async function escrowState(order: Hash) {
  const chain = getSettlement(services.chains, splitAssetType(asset('Firth', 'USDC')).chainId)
  const { number } = await chain.readHead()
  const orders = [order]
  return (await chain.readState({ orders, nonces: [], fills: [] }, number)).orders[0]
}

async function fillHashes({ id }: Quote): Promise<readonly string[]> {
  const { transactions } = await findSteps(harness.database.storage, id)
  return transactions.filter(({ action }) => action === 'fill').map(({ hash }) => hash)
}

function readPhase(quote: Quote): Promise<string | undefined> {
  return readStoredPhase(harness.database, quote)
}

function received(): Promise<bigint> {
  return balanceOf(asset('Lagoon', 'USDC'))
}

function held(): Promise<bigint> {
  return balanceOf(asset('Firth', 'USDC'))
}

/** Replaces the newest blocks by empty ones. */
async function rollBack({ client }: DevnetChain, depth: number): Promise<void> {
  await client.request<{ Method: string; Parameters: unknown[]; ReturnType: null }>({
    method: 'anvil_reorg',
    params: [depth, []],
  })
}
