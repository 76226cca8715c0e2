import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import {
  findAttestationRequest,
  findAttestations,
} from '../../storage/executions/attestationRows.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { getAsset, composeServices, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { keysWithSolana } from '#testing/harness/solana.ts'
import {
  requestQuote,
  findSignedTransaction,
  type SolanaHarness,
  startSolanaHarness,
  stopSolanaHarness,
  readTokens,
  readUnits,
} from '#testing/harness/solanaHarness.ts'

const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41eb')
let harness: SolanaHarness

beforeAll(async () => {
  // Nothing is saved but what a test asks for: the rest is undone when the node is killed.
  harness = await startSolanaHarness({ node: { stateSeconds: 3_600 } })
  await harness.services.worker.start()
})

afterAll(() => stopSolanaHarness(harness))

function asset(chain: string, symbol: string): AssetType {
  return getAsset(harness.devnet.network, { chain, symbol })
}

/** Ends the node and waits for the next: SIGTERM keeps the chain, SIGKILL undoes what was not kept. */
async function endNode(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const { node, connection } = harness.devnet.solana
  const ended = node.pid()
  if (ended === undefined) throw new Error('The node does not run.')
  process.kill(ended, signal)
  await expect.poll(() => node.pid() ?? ended).not.toBe(ended)
  await expect.poll(() => connection.getSlot().catch(() => undefined)).toBeDefined()
}

/** Another worker in the place of this one, which remembers nothing, and an attestor. */
async function restart(): Promise<void> {
  const { storage } = harness.database
  harness.services = composeServices(harness.devnet.network, { storage, keys: keysWithSolana })
  await harness.services.start()
}

type Delivered = { quote: Quote; stranger: string; orderHash: string }

/** Delivers from an EVM chain to a fresh wallet; only the attestor's word is missing. */
async function deliver(amount: string): Promise<Delivered> {
  const { services, devnet, onEvm } = harness
  const stranger = Keypair.generate().publicKey.toBase58()
  const quote = await requestQuote(harness, {
    accounts: [onEvm],
    from: asset('Firth', 'USDC'),
    amount,
    to: asset('Reef', 'USDC'),
    recipient: stranger,
  })
  await services.executions.accept(quote, { receivedBody: quote })
  await expect
    .poll(() => services.executions.status(quote.id))
    .toMatchObject({ status: 'EXECUTED' })
  const [leg] = parseExecutionPlan(quote, { network: devnet.network, chains: services.chains }).legs
  const orderHash = leg?.orderHash ?? ''
  await expect.poll(() => findAttestationRequest(harness.database.storage, orderHash)).toBeDefined()
  expect(await getUsdc(stranger)).toBe(BigInt(quote.destinationToken.amount))
  return { quote, stranger, orderHash }
}

function getUsdc(wallet: string): Promise<bigint> {
  return readTokens(harness, { wallet, token: 'usdc' })
}

function heldOnFirth(): Promise<bigint> {
  const { accountAddress } = harness.onEvm
  return readUnits(harness, { holder: accountAddress, assetType: asset('Firth', 'USDC') })
}

async function end({ id }: Quote): Promise<StatusRecord> {
  return waitUntilTerminal(harness.services, { quoteId: id })
}

test('a delivery and a deposit that the cluster forgot are made again from the same bytes', async () => {
  const wallet = harness.onSolana.accountAddress
  await endNode('SIGTERM')
  const before = await getUsdc(wallet)
  const { quote, stranger, orderHash } = await deliver('31000000')
  const deposited = await requestQuote(harness, {
    accounts: [harness.onSolana],
    from: asset('Reef', 'USDC'),
    amount: '14000000',
    to: asset('Lagoon', 'USDC'),
    recipient: friend,
  })
  await harness.services.executions.accept(deposited, { receivedBody: deposited })
  await expect.poll(() => getUsdc(wallet)).toBe(before - 14_000_000n)
  await harness.services.stop()
  await endNode('SIGKILL')
  expect([await getUsdc(stranger), await getUsdc(wallet)]).toEqual([0n, before])

  const { storage } = harness.database
  const request = await findAttestationRequest(storage, orderHash)
  const asked = { orderHash, verdict: 'Filled' as const, request }
  expect(await harness.services.attestor.attest(asked)).toMatchObject({ kind: 'wait' })
  expect(await findAttestations(storage, [orderHash])).toEqual([])

  await restart()
  expect([(await end(quote)).status, (await end(deposited)).status]).toEqual([
    'COMPLETED',
    'COMPLETED',
  ])
  expect(await getUsdc(stranger)).toBe(BigInt(quote.destinationToken.amount))
  expect(await getUsdc(wallet)).toBe(before - 14_000_000n)
  const holder = { holder: friend, assetType: asset('Lagoon', 'USDC') }
  expect(await readUnits(harness, holder)).toBe(BigInt(deposited.destinationToken.amount))
  const fills = await findSignedTransaction(harness, { quoteId: quote.id, action: 'fill' })
  const deposits = await findSignedTransaction(harness, {
    quoteId: deposited.id,
    action: 'deposit',
  })
  expect([fills.length, deposits.length]).toEqual([1, 1])
})

test('a delivery that is forgotten and comes too late is never paid for: its deposit goes back', async () => {
  await harness.services.attestor.stop()
  const before = await heldOnFirth()
  const { quote, stranger, orderHash } = await deliver('33000000')
  await harness.services.stop()
  await endNode('SIGKILL')
  await harness.devnet.solana.advanceSlots(160)
  await harness.devnet.solana.increaseTime(3_600)
  await restart()
  expect(await end(quote)).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
  expect(await getUsdc(stranger)).toBe(0n)
  expect(await heldOnFirth()).toBe(before)
  const [said] = await findAttestations(harness.database.storage, [orderHash])
  expect(said?.verdict).toBe('Cancelled')
})
