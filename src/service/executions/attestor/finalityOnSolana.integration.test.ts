import { beforeAll, expect, test } from 'vitest'

import { EvmAddress } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { getSettlement } from '../plan/executionPlan.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { waitUntilTerminal } from '#testing/harness/composeServices.ts'
import {
  requestQuote,
  findSignedTransaction,
  readTokens,
  readUnits,
  setUpSolanaHarness,
} from '#testing/harness/solanaHarness.ts'

const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41ea')
/** Half a minute by the clock, which no test waits for; half the life of a blockhash. */
const finalizedSlots = 75

const harness = setUpSolanaHarness({
  node: { finalizedSlots },
  networkOf: (network) => ({
    ...network,
    chains: network.chains.map((one) => (one.kind === 'solana' ? { ...one, depth: 2 } : one)),
  }),
})
const { asset } = harness
let wallet: string

beforeAll(async () => {
  wallet = harness.onSolana.accountAddress
  await pass()
  await harness.services.start()
})

test('a deposit counts when it is final, and a payout too, and not before', async () => {
  const { services } = harness
  const quote = await ask('Reef', 'Lagoon')
  const before = await getUsdc(wallet)
  await accept(quote)
  const deposit = await untilLanded(quote, 'deposit')
  expect(before - (await getUsdc(wallet))).toBe(25_000_000n)
  await untilAdvanced(quote)
  expect(await readState(quote)).toBe('none')
  expect(await services.executions.status(quote.id)).toMatchObject({ status: 'PENDING' })
  expect(await findSignedTransaction(harness, { quoteId: quote.id, action: 'fill' })).toEqual([])

  await pass()
  const release = await untilLanded(quote, 'release')
  await untilAdvanced(quote)
  expect(await readState(quote)).toBe('held')
  expect(await services.executions.status(quote.id)).toMatchObject({ status: 'EXECUTED' })

  await pass()
  expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
    status: 'COMPLETED',
  })
  expect(await readUnits(harness, { holder: friend, assetType: asset('Lagoon', 'USDC') })).toBe(
    BigInt(quote.destinationToken.amount),
  )
  for (const action of ['deposit', 'release'])
    expect(await findSignedTransaction(harness, { quoteId: quote.id, action })).toHaveLength(1)
  expect(deposit).not.toBe(release)
})

test('a delivery counts when it is final: nobody is paid for it before', async () => {
  const { services } = harness
  const quote = await ask('Firth', 'Reef')
  const before = await getUsdc(wallet)
  await accept(quote)
  await untilLanded(quote, 'fill')
  expect((await getUsdc(wallet)) - before).toBe(BigInt(quote.destinationToken.amount))
  await untilAdvanced(quote)
  expect(await readState(quote)).toBe('open')
  expect(await services.executions.status(quote.id)).toMatchObject({ status: 'IN_PROGRESS' })
  expect(await findSignedTransaction(harness, { quoteId: quote.id, action: 'release' })).toEqual([])

  await pass()
  expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
    status: 'COMPLETED',
  })
  expect(await findSignedTransaction(harness, { quoteId: quote.id, action: 'fill' })).toHaveLength(
    1,
  )
})

/** Makes final what has landed. */
function pass(): Promise<void> {
  return harness.devnet.solana.advanceSlots(finalizedSlots + 1)
}

function ask(from: 'Firth' | 'Reef', to: 'Lagoon' | 'Reef'): Promise<Quote> {
  return requestQuote(harness, {
    accounts: [from === 'Reef' ? harness.onSolana : harness.onEvm],
    from: asset(from, 'USDC'),
    amount: '25000000',
    to: asset(to, 'USDC'),
    recipient: to === 'Reef' ? wallet : friend,
  })
}

async function accept(quote: Quote): Promise<void> {
  await harness.services.executions.accept(quote, { receivedBody: quote })
}

/** Waits until an action's transaction is in the chain, and confirmed. */
async function untilLanded(quote: Quote, action: string): Promise<string> {
  const { connection } = harness.devnet.solana
  async function landed(): Promise<string | undefined> {
    const [signed] = await findSignedTransaction(harness, { quoteId: quote.id, action })
    const { value } = await connection.getSignatureStatus(signed?.hash ?? wallet)
    return value?.confirmationStatus
  }
  await expect.poll(landed, { interval: 50 }).toBe('confirmed')
  return (await findSignedTransaction(harness, { quoteId: quote.id, action }))[0]?.hash ?? ''
}

/** Waits for a few more ticks of an execution; each tick increments the version twice. */
async function untilAdvanced({ id }: Quote): Promise<void> {
  async function version(): Promise<number> {
    const query = 'select version::int from executions where quote_id = $1'
    const [row] = await harness.database.storage.query<{ version: number }>(query, [id])
    return row?.version ?? 0
  }
  const before = await version()
  await expect.poll(version).toBeGreaterThan(before + 6)
}

/** What the cluster says, at depth, about the order of a quote, or about its delivery. */
async function readState(quote: Quote): Promise<unknown> {
  const { services, devnet, solanaId } = harness
  const chain = getSettlement(services.chains, solanaId)
  const { legs, destination } = parseExecutionPlan(quote, {
    network: devnet.network,
    chains: services.chains,
  })
  const orders = legs.flatMap(({ orderHash, chainId }) =>
    orderHash && chainId === solanaId ? [orderHash] : [],
  )
  const fills = destination && orders.length === 0 ? [destination] : []
  const { number } = await chain.readHead()
  const state = await chain.readState({ orders, fills, nonces: [] }, number)
  return state.orders[0] ?? state.fills[0]
}

function getUsdc(holder: string): Promise<bigint> {
  return readTokens(harness, { wallet: holder, token: 'usdc' })
}
