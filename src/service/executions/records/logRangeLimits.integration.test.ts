import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'

import { buildDepositCall, nativeToken } from '#chains/evm/operation/accountCalls.ts'
import { createEvmClient } from '#chains/evm/rpc/client.ts'
import { createEvmSettlement } from '#chains/evm/settlement/evmSettlement.ts'
import { readReverted } from '#chains/evm/orders/readBundle.ts'
import { type ChainTrace, readTrace, type TraceReading } from '#chains/evm/orders/readTrace.ts'
import { packUserOperation } from '#chains/evm/operation/userOperation.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import {
  buildBundleCall,
  buildCreateCall,
  executor,
  buildGuardedBatch,
  signAsService,
  buildSponsoredOperation,
  createTestAccount,
} from '#testing/devnet/account.ts'
import { getDevnetChain, mine, buildOrder, readTime } from '#testing/devnet/settlement.ts'
import type { EvmNetworkChain } from '#networks/network.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { hashOrder, type Order } from '#protocol/orders/order.ts'
import { startTestProxy, type TestProxy } from '#testing/harness/proxy.ts'

const Range = z.object({ fromBlock: z.string(), toBlock: z.string() })

/** What public nodes of many chains refuse to look through at once. */
const maxBlocks = 1_000n
/** Blocks between what happened and now. */
const laterBlocks = 3_000
const minedAtOnce = 200

let devnet: TestDevnet
let node: DevnetChain
let proxy: TestProxy
let chain: EvmNetworkChain
let order: Order
let operation: { sender: Order['depositor']; nonce: bigint }
let happened: { block: bigint; time: bigint }
/** Ranges that were asked for since they were last emptied, and whether the node took them. */
let asked: { blocks: bigint; isTaken: boolean }[] = []

beforeAll(async () => {
  // As far apart as those that it makes below.
  devnet = await startTestDevnet({ blockMs: 1_000 })
  node = getDevnetChain(devnet, 'Firth')
  proxy = await startTestProxy(node.rpcUrl)
  proxy.refusals.set('eth_getLogs', refuseLongRange)
  const [first] = devnet.network.chains
  if (!first) throw new Error('The devnet has no chain.')
  chain = { ...first, rpcUrl: proxy.url }
  happened = { block: await node.client.getBlockNumber(), time: await readTime(node) }
  order = await deposit()
  operation = await operate()
  for (let mined = 0; mined < laterBlocks; mined += minedAtOnce)
    await node.client.mine({ blocks: minedAtOnce, interval: 1 })
})

afterAll(async () => {
  proxy.stop()
  await devnet.stop()
})

test('a node that refuses long ranges still tells the service who moved an order', async () => {
  const { originEscrow: escrow } = chain.contracts
  const orderHash = hashOrder(order, { chainNumber: node.number, escrow })
  asked = []
  const events = await settlement().findOrderEvents(orderHash, { fromBlock: happened.block })
  expect(events.map(({ kind }) => kind)).toEqual(['deposited'])
  expect(
    asked.filter(({ isTaken }) => !isTaken),
    'refused once, then asked for less',
  ).toHaveLength(1)
})

test('an operation is found in the first page that holds it, and no further page is read', async () => {
  asked = []
  const landing = await settlement().findOperation(operation, { fromBlock: happened.block })
  expect(landing).toMatchObject({ isSuccess: true })
  expect(asked).toEqual([
    { blocks: 2_000n, isTaken: false },
    { blocks: 500n, isTaken: true },
  ])
})

test('pages of a size that the node takes are never refused', async () => {
  asked = []
  const settled = settlement({ ...chain, logPageBlocks: 1_000 })
  expect(await settled.findOperation(operation, { fromBlock: happened.block })).toBeDefined()
  expect(asked).toEqual([{ blocks: 1_000n, isTaken: true }])
})

test('a node that refuses every range is asked twice and no more', async () => {
  proxy.refusals.set('eth_getLogs', (params) => {
    refuseLongRange(params)
    return 'no logs here'
  })
  asked = []
  const found = settlement().findOperation(operation, { fromBlock: happened.block })
  await expect(found).rejects.toThrow('no logs here')
  proxy.refusals.set('eth_getLogs', refuseLongRange)
  expect(asked).toHaveLength(2)
})

test('a browser that knows nothing finds an old deposit, some pages at each reading', async () => {
  const limits = { ...chain, logPageBlocks: 100 }
  const first = await read({ limits })
  expect(first.events).toEqual([])
  expect(first.searchedSince).toBeGreaterThan(happened.time)
  let trace = first
  for (let readings = 1; trace.searchedSince !== undefined; readings += 1) {
    expect(readings).toBeLessThan(10)
    trace = await read({ limits, before: trace })
  }
  expect(trace.events).toMatchObject([{ kind: 'deposited', order }])
  asked = []
  const again = await read({ limits, before: trace })
  expect(again.events).toEqual(trace.events)
  expect(asked, 'only what is new').toHaveLength(1)
})

test('a browser that knows when it was does not look further back', async () => {
  asked = []
  const trace = await read({ since: happened.time })
  expect(trace.events).toMatchObject([{ kind: 'deposited', order }])
  expect(trace.searchedSince).toBeUndefined()
  expect(trace.searched.from).toBeLessThanOrEqual(happened.block)
  const looked = asked
    .filter(({ isTaken }) => isTaken)
    .reduce((sum, { blocks }) => sum + blocks, 0n)
  expect(looked).toBeGreaterThan(BigInt(laterBlocks))

  asked = []
  const late = await read({ since: (await readTime(node)) - 300n })
  expect(late.events).toEqual([])
  expect(asked.filter(({ isTaken }) => isTaken).length).toBeLessThanOrEqual(2)
})

test('the operation of a call is looked for around the time of its execution', async () => {
  const of = { ...operation, entryPoint: chain.contracts.entryPoint, limits: chain }
  asked = []
  expect(await readReverted(client(), { ...of, since: happened.time }), 'it succeeded').toBe(
    undefined,
  )
  expect(asked.length).toBeLessThanOrEqual(3)
})

/** The node's own refusal; also notes what it was asked. */
function refuseLongRange([filter]: readonly unknown[]): string | undefined {
  const { fromBlock, toBlock } = Range.parse(filter)
  const blocks = BigInt(toBlock) - BigInt(fromBlock) + 1n
  asked.push({ blocks, isTaken: blocks <= maxBlocks })
  return blocks > maxBlocks ? `query exceeds max block range ${maxBlocks}` : undefined
}

function client() {
  return createEvmClient(chain.chainId, { rpcUrl: proxy.url })
}

function settlement(of = chain) {
  return createEvmSettlement(of, { client: client(), roles: devnet.network.roles, tokens: [] })
}

function read(of: Partial<TraceReading>): Promise<ChainTrace> {
  const { originEscrow: escrow, destinationSettler: settler } = chain.contracts
  return readTrace(client(), { escrow, settler, fillId: order.fillId, limits: chain, ...of })
}

async function deposit(): Promise<Order> {
  const { payee, feeReceiver } = devnet.network.roles
  const order = await buildOrder(node, {
    payee,
    feeReceiver,
    depositor: executor.address,
    token: nativeToken,
  })
  await mine(node, {
    from: executor,
    calls: [buildDepositCall(chain.contracts.originEscrow, order)],
  })
  return order
}

/** An account made and used once. */
async function operate() {
  const account = createTestAccount({
    session: Hash.parse(generatePrivateKey()),
    admin: Hash.parse(generatePrivateKey()),
  })
  await mine(node, { from: executor, calls: [buildCreateCall(account)] })
  const callData = await buildGuardedBatch(node, [])
  const op = packUserOperation(await buildSponsoredOperation(node, { account, callData }))
  const signed = await signAsService(node, op, { approver: account.session })
  await mine(node, { from: executor, calls: [buildBundleCall(signed)] })
  return { sender: account.address, nonce: op.nonce }
}
