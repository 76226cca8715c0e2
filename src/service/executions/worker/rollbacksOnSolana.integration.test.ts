import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import {
  findAttestationRequest,
  findAttestations,
} from '../../storage/executions/attestationRows.ts'
import { planOf } from '../plan/planOf.ts'
import { assetOf, composeDesk, untilTerminal } from '#testing/harness/desk.ts'
import { keysWithSolana } from '#testing/harness/solana.ts'
import {
  askScene,
  signedFor,
  type SolanaScene,
  startSolanaScene,
  stopSolanaScene,
  tokensOf,
  unitsOf,
} from '#testing/harness/solanaScene.ts'

const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41eb')
let scene: SolanaScene

beforeAll(async () => {
  // Nothing is saved but what a test asks for: the rest is undone when the node is killed.
  scene = await startSolanaScene({ node: { stateSeconds: 3_600 } })
  await scene.desk.worker.start()
})

afterAll(() => stopSolanaScene(scene))

function asset(chain: string, symbol: string): AssetType {
  return assetOf(scene.devnet.network, { chain, symbol })
}

/** Ends the node and waits for the next: SIGTERM keeps the chain, SIGKILL undoes what was not kept. */
async function endNode(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const { node, connection } = scene.devnet.solana
  const ended = node.pid()
  if (ended === undefined) throw new Error('The node does not run.')
  process.kill(ended, signal)
  await expect.poll(() => node.pid() ?? ended).not.toBe(ended)
  await expect.poll(() => connection.getSlot().catch(() => undefined)).toBeDefined()
}

/** Another worker in the place of this one, which remembers nothing, and an attestor. */
async function restart(): Promise<void> {
  const { storage } = scene.database
  scene.desk = composeDesk(scene.devnet.network, { storage, keys: keysWithSolana })
  await scene.desk.start()
}

type Delivered = { quote: Quote; stranger: string; orderHash: string }

/** Delivers from an EVM chain to a fresh wallet; only the attestor's word is missing. */
async function deliver(amount: string): Promise<Delivered> {
  const { desk, devnet, onEvm } = scene
  const stranger = Keypair.generate().publicKey.toBase58()
  const quote = await askScene(scene, {
    accounts: [onEvm],
    from: asset('Firth', 'USDC'),
    amount,
    to: asset('Reef', 'USDC'),
    recipient: stranger,
  })
  await desk.executions.accept(quote, { receivedBody: quote })
  await expect.poll(() => desk.executions.status(quote.id)).toMatchObject({ status: 'EXECUTED' })
  const [leg] = planOf(quote, { network: devnet.network, chains: desk.chains }).legs
  const orderHash = leg?.orderHash ?? ''
  await expect.poll(() => findAttestationRequest(scene.database.storage, orderHash)).toBeDefined()
  expect(await usdcOf(stranger)).toBe(BigInt(quote.destinationToken.amount))
  return { quote, stranger, orderHash }
}

function usdcOf(wallet: string): Promise<bigint> {
  return tokensOf(scene, { wallet, token: 'usdc' })
}

function heldOnFirth(): Promise<bigint> {
  const { accountAddress } = scene.onEvm
  return unitsOf(scene, { holder: accountAddress, assetType: asset('Firth', 'USDC') })
}

async function end({ id }: Quote): Promise<StatusRecord> {
  return untilTerminal(scene.desk, { quoteId: id })
}

test('a delivery and a deposit that the cluster forgot are made again from the same bytes', async () => {
  const wallet = scene.onSolana.accountAddress
  await endNode('SIGTERM')
  const before = await usdcOf(wallet)
  const { quote, stranger, orderHash } = await deliver('31000000')
  const deposited = await askScene(scene, {
    accounts: [scene.onSolana],
    from: asset('Reef', 'USDC'),
    amount: '14000000',
    to: asset('Lagoon', 'USDC'),
    recipient: friend,
  })
  await scene.desk.executions.accept(deposited, { receivedBody: deposited })
  await expect.poll(() => usdcOf(wallet)).toBe(before - 14_000_000n)
  await scene.desk.stop()
  await endNode('SIGKILL')
  expect([await usdcOf(stranger), await usdcOf(wallet)]).toEqual([0n, before])

  const { storage } = scene.database
  const request = await findAttestationRequest(storage, orderHash)
  const asked = { orderHash, verdict: 'Filled' as const, request }
  expect(await scene.desk.attestor.attest(asked)).toMatchObject({ kind: 'wait' })
  expect(await findAttestations(storage, [orderHash])).toEqual([])

  await restart()
  expect([(await end(quote)).status, (await end(deposited)).status]).toEqual([
    'COMPLETED',
    'COMPLETED',
  ])
  expect(await usdcOf(stranger)).toBe(BigInt(quote.destinationToken.amount))
  expect(await usdcOf(wallet)).toBe(before - 14_000_000n)
  const holder = { holder: friend, assetType: asset('Lagoon', 'USDC') }
  expect(await unitsOf(scene, holder)).toBe(BigInt(deposited.destinationToken.amount))
  const fills = await signedFor(scene, { quoteId: quote.id, action: 'fill' })
  const deposits = await signedFor(scene, { quoteId: deposited.id, action: 'deposit' })
  expect([fills.length, deposits.length]).toEqual([1, 1])
})

test('a delivery that is forgotten and comes too late is never paid for: its deposit goes back', async () => {
  await scene.desk.attestor.stop()
  const before = await heldOnFirth()
  const { quote, stranger, orderHash } = await deliver('33000000')
  await scene.desk.stop()
  await endNode('SIGKILL')
  await scene.devnet.solana.advanceSlots(160)
  await scene.devnet.solana.increaseTime(3_600)
  await restart()
  expect(await end(quote)).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
  expect(await usdcOf(stranger)).toBe(0n)
  expect(await heldOnFirth()).toBe(before)
  const [said] = await findAttestations(scene.database.storage, [orderHash])
  expect(said?.verdict).toBe('Cancelled')
})
