import { afterAll, beforeAll, expect, test } from 'vitest'

import { type AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { settlementOf } from '../plan/plan.ts'
import { planOf } from '../plan/planOf.ts'
import { assetOf, untilTerminal } from '#testing/harness/desk.ts'
import {
  askScene,
  signedFor,
  type SolanaScene,
  startSolanaScene,
  stopSolanaScene,
  tokensOf,
  unitsOf,
} from '#testing/harness/solanaScene.ts'

const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41ea')
/** Half a minute by the clock, which no test waits for; half the life of a blockhash. */
const finalizedSlots = 75

let scene: SolanaScene
let wallet: string

beforeAll(async () => {
  scene = await startSolanaScene({
    node: { finalizedSlots },
    networkOf: (network) => ({
      ...network,
      chains: network.chains.map((one) => (one.kind === 'solana' ? { ...one, depth: 2 } : one)),
    }),
  })
  wallet = scene.onSolana.accountAddress
  await pass()
  await scene.desk.start()
})

afterAll(() => stopSolanaScene(scene))

test('a deposit counts when it is final, and a payout too, and not before', async () => {
  const { desk } = scene
  const quote = await ask('Reef', 'Lagoon')
  const before = await usdcOf(wallet)
  await accept(quote)
  const deposit = await untilLanded(quote, 'deposit')
  expect(before - (await usdcOf(wallet))).toBe(25_000_000n)
  await untilAdvanced(quote)
  expect(await stateOf(quote)).toBe('none')
  expect(await desk.executions.status(quote.id)).toMatchObject({ status: 'PENDING' })
  expect(await signedFor(scene, { quoteId: quote.id, action: 'fill' })).toEqual([])

  await pass()
  const release = await untilLanded(quote, 'release')
  await untilAdvanced(quote)
  expect(await stateOf(quote)).toBe('held')
  expect(await desk.executions.status(quote.id)).toMatchObject({ status: 'EXECUTED' })

  await pass()
  expect(await untilTerminal(desk, { quoteId: quote.id })).toMatchObject({ status: 'COMPLETED' })
  expect(await unitsOf(scene, { holder: friend, assetType: asset('Lagoon') })).toBe(
    BigInt(quote.destinationToken.amount),
  )
  for (const action of ['deposit', 'release'])
    expect(await signedFor(scene, { quoteId: quote.id, action })).toHaveLength(1)
  expect(deposit).not.toBe(release)
})

test('a delivery counts when it is final: nobody is paid for it before', async () => {
  const { desk } = scene
  const quote = await ask('Firth', 'Reef')
  const before = await usdcOf(wallet)
  await accept(quote)
  await untilLanded(quote, 'fill')
  expect((await usdcOf(wallet)) - before).toBe(BigInt(quote.destinationToken.amount))
  await untilAdvanced(quote)
  expect(await stateOf(quote)).toBe('open')
  expect(await desk.executions.status(quote.id)).toMatchObject({ status: 'IN_PROGRESS' })
  expect(await signedFor(scene, { quoteId: quote.id, action: 'release' })).toEqual([])

  await pass()
  expect(await untilTerminal(desk, { quoteId: quote.id })).toMatchObject({ status: 'COMPLETED' })
  expect(await signedFor(scene, { quoteId: quote.id, action: 'fill' })).toHaveLength(1)
})

/** Makes final what has landed. */
function pass(): Promise<void> {
  return scene.devnet.solana.advanceSlots(finalizedSlots + 1)
}

function asset(name: string): AssetType {
  return assetOf(scene.devnet.network, { chain: name, symbol: 'USDC' })
}

function ask(from: 'Firth' | 'Reef', to: 'Lagoon' | 'Reef'): Promise<Quote> {
  return askScene(scene, {
    accounts: [from === 'Reef' ? scene.onSolana : scene.onEvm],
    from: asset(from),
    amount: '25000000',
    to: asset(to),
    recipient: to === 'Reef' ? wallet : friend,
  })
}

async function accept(quote: Quote): Promise<void> {
  await scene.desk.executions.accept(quote, { receivedBody: quote })
}

/** Waits until an action's transaction is in the chain, and confirmed. */
async function untilLanded(quote: Quote, action: string): Promise<string> {
  const { connection } = scene.devnet.solana
  async function landed(): Promise<string | undefined> {
    const [signed] = await signedFor(scene, { quoteId: quote.id, action })
    const { value } = await connection.getSignatureStatus(signed?.hash ?? wallet)
    return value?.confirmationStatus
  }
  await expect.poll(landed, { interval: 50 }).toBe('confirmed')
  return (await signedFor(scene, { quoteId: quote.id, action }))[0]?.hash ?? ''
}

/** Waits until the service has looked at an execution a few times more: each turn counts twice. */
async function untilAdvanced({ id }: Quote): Promise<void> {
  async function version(): Promise<number> {
    const query = 'select version::int from executions where quote_id = $1'
    const [row] = await scene.database.storage.query<{ version: number }>(query, [id])
    return row?.version ?? 0
  }
  const before = await version()
  await expect.poll(version).toBeGreaterThan(before + 6)
}

/** What the cluster says, at depth, about the order of a quote, or about its delivery. */
async function stateOf(quote: Quote): Promise<unknown> {
  const { desk, devnet, solanaId } = scene
  const chain = settlementOf(desk.chains, solanaId)
  const { legs, destination } = planOf(quote, { network: devnet.network, chains: desk.chains })
  const orders = legs.flatMap(({ orderHash, chainId }) =>
    orderHash && chainId === solanaId ? [orderHash] : [],
  )
  const fills = destination && orders.length === 0 ? [destination] : []
  const { number } = await chain.readHead()
  const state = await chain.readState({ orders, fills, nonces: [] }, number)
  return state.orders[0] ?? state.fills[0]
}

function usdcOf(holder: string): Promise<bigint> {
  return tokensOf(scene, { wallet: holder, token: 'usdc' })
}
