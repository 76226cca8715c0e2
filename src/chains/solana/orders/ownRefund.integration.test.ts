import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { sendSigned } from '#devnet/solana/deploy/sendConfirmed.ts'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { hashSolanaFill, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { createSolanaClient, type SolanaClient } from '../rpc/client.ts'
import { signBytes } from '../settlement/keys/solanaKey.ts'
import { encodeHex } from '../program/bytes.ts'
import {
  prepareOwnRefund,
  readRefundCost,
  readRefundReceiver,
  readRefundStatus,
  type RefundDraft,
  sendOwnRefund,
} from './ownRefund.ts'
import { getOrderAddress } from '../program/addresses.ts'
import { buildCloseOrderInstruction } from '../program/orderInstructions.ts'
import { toWebInstruction } from '../program/instruction.ts'
import { readSolanaTrace } from './readTrace.ts'
import type { SolanaTestAsset } from '#testing/solana/intents.ts'
import {
  buildFill,
  reef,
  type SettlementHarness,
  startSettlementHarness,
} from '#testing/solana/settlement.ts'

const { chainId, genesisHash, program, roles } = devnetSolana
const validUntil = 0n
let harness: SettlementHarness
let client: SolanaClient

beforeAll(async () => {
  harness = await startSettlementHarness()
  client = createSolanaClient(chainId, { rpcUrls: [harness.solana.node.rpcUrl], genesisHash })
})
afterAll(() => harness.solana.stop())

test('deposit, delivery and payout are read from the chain alone, also after the order was closed', async () => {
  const fill = buildFill('usdc')
  const at = { chainId, program, solver: roles.solver }
  const fillHash = hashSolanaFill(fill, at)
  const { order, deposited } = await deposit('sol', { fillId: fill.fillId, fillHash })
  const reading = { chain: reef, fillId: fill.fillId, claimedDeposits: [] }
  const held = await readSolanaTrace(client, reading)
  expect(held.events).toMatchObject([{ kind: 'deposited', transactionHash: deposited, order }])

  const filled = await harness.run({ kind: 'fill', fill, amount: 900_001n, makesAccount: true })
  const attestation = await harness.attest('release', order)
  const released = await harness.run({ kind: 'release', order, attestation })
  const paid = await readSolanaTrace(client, { ...reading, before: held })
  expect(paid.events).toMatchObject([
    { kind: 'deposited' },
    { kind: 'filled', fillHash, amount: 900_001n, transactionHash: filled.hash },
    { kind: 'released', transactionHash: released.hash },
  ])
  expect(Math.abs((paid.events.at(-1)?.atMs ?? 0) - Date.now())).toBeLessThan(60_000)

  await harness.solana.increaseTime(700)
  await close(order)
  const kinds = ['deposited', 'filled', 'released']
  const later = [
    await readSolanaTrace(client, { ...reading, before: paid }),
    await readSolanaTrace(client, { ...reading, claimedDeposits: [deposited] }),
  ]
  for (const { events } of later) expect(events.map(({ kind }) => kind)).toEqual(kinds)
  expect(later[0]?.blockTime).toBeGreaterThan(order.refundAfter)
})

test('a deposit that the service names counts only for the execution that its order is of', async () => {
  const { deposited } = await deposit('sol')
  const { fillId } = buildFill('sol')
  const trace = await readSolanaTrace(client, { chain: reef, fillId, claimedDeposits: [deposited] })
  expect(trace.events).toEqual([])
})

test.for(['sol', 'usdc', 'token2022'] as const)(
  '%s comes back after the deadline by anybody who pays the cluster, with a token account made if it is gone',
  async (asset) => {
    const { order, user } = await deposit(asset)
    const payer = await harness.wallet({ sol: 10_000_000n })
    const refund = { order, chain: reef, payer: payer.publicKey.toBase58() }
    expect(await prepareOwnRefund(client, refund)).toEqual({ error: 'early' })
    await harness.solana.increaseTime(700)
    if (asset !== 'sol') await harness.closeAccount(user, asset)

    const cost = await readRefundCost(client, refund)
    expect(cost.rent > 0n).toBe(asset !== 'sol')
    const signature = await sendOwn(payer, await readDraft(refund))
    expect(await readRefundStatus(client, { signature, lastValidBlockHeight: 0n })).toBe(
      'succeeded',
    )
    expect(await harness.balanceOf(user, asset)).toBe(
      order.amount + order.fee + (asset === 'sol' ? 10_000_000n : 0n),
    )
    const left = await harness.getLamports(payer.publicKey)
    expect(10_000_000n - left, 'as was said before').toBe(cost.fee + cost.rent)

    expect(await prepareOwnRefund(client, refund)).toEqual({ error: 'settled' })
    const reading = { chain: reef, fillId: order.fillId, claimedDeposits: [] }
    const { events } = await readSolanaTrace(client, reading)
    expect(events.map(({ kind }) => kind)).toEqual(['deposited', 'refunded'])
  },
)

test('a deposit whose depositor closed its account, or gave it away, has nowhere to go', async () => {
  const [closed, given, coins] = await Promise.all([
    deposit('usdc'),
    deposit('usdc'),
    deposit('sol'),
  ])
  expect(await readRefundReceiver(client, closed.order)).toBe('ready')
  await harness.closeAccount(closed.user, 'usdc')
  expect(await readRefundReceiver(client, closed.order)).toBe('missing')
  await harness.makeAccount(closed.user, 'usdc')
  expect(await readRefundReceiver(client, closed.order)).toBe('ready')
  await harness.handOver(given.user, { asset: 'usdc', to: Keypair.generate() })
  expect(await readRefundReceiver(client, given.order)).toBe('unfit')
  expect(await readRefundReceiver(client, coins.order)).toBe('ready')
})

test('a payer without SOL is told before anything is signed', async () => {
  const { order } = await deposit('usdc')
  await harness.solana.increaseTime(700)
  const payer = Keypair.generate().publicKey.toBase58()
  const refund = { order, chain: reef, payer }
  expect(await prepareOwnRefund(client, refund)).toEqual({ error: 'short' })
  const { needed, held } = await readRefundCost(client, refund)
  expect(held).toBe(0n)
  expect(needed).toBeGreaterThan(890_880n)
})

test('a refund that lands after another one fails, and says so', async () => {
  const { order, user } = await deposit('sol')
  await harness.solana.increaseTime(700)
  const refund = { order, chain: reef, payer: user.publicKey.toBase58() }
  const late = await readDraft(refund)
  const attestation = await harness.attest('refund', order)
  await harness.run({ kind: 'refund', order, attestation })
  const signature = await sendOwn(user, late)
  expect(await readRefundStatus(client, { ...late, signature })).toBe('failed')
})

// Runs last: it expires the newest blockhash.
test('a refund that got lost is expired once no block can take it, and can be written anew', async () => {
  const { order, user } = await deposit('usdc')
  await harness.solana.increaseTime(700)
  const refund = { order, chain: reef, payer: user.publicKey.toBase58() }
  const draft = await readDraft(refund)
  await harness.solana.setDelivery('drop')
  const sent = { ...draft, signature: await sendOwn(user, draft) }
  expect(await readRefundStatus(client, sent)).toBe('waiting')
  await harness.solana.setDelivery('land')
  await harness.solana.advanceSlots(170)
  expect(await readRefundStatus(client, sent)).toBe('expired')
  const again = await readDraft(refund)
  const signature = await sendOwn(user, again)
  expect(await readRefundStatus(client, { ...again, signature })).toBe('succeeded')
})

async function deposit(asset: SolanaTestAsset, changes: Partial<SolanaOrder> = {}) {
  // Other tests have moved the cluster's clock.
  const { time } = await harness.settlement.readHead()
  const user = await harness.wallet({ sol: 10_000_000n })
  const amount = { sol: 1_000_123_457n, usdc: 1_000_123_457n, token2022: 1_000_123_457n }
  await harness.solana.give(user.publicKey, [
    { asset, units: amount[asset === 'usdt' ? 'usdc' : asset] },
  ])
  const times = { depositDeadline: time + 60n, refundAfter: time + 600n }
  const { order, operation } = await harness.signedDeposit(user, asset, { ...times, ...changes })
  const { hash } = await harness.run({ kind: 'deposit', operation, validUntil })
  return { order, user, deposited: hash }
}

async function readDraft(refund: Parameters<typeof prepareOwnRefund>[1]): Promise<RefundDraft> {
  const draft = await prepareOwnRefund(client, refund)
  if ('error' in draft) throw new Error(JSON.stringify(draft))
  return draft
}

function sendOwn(payer: Keypair, { message }: RefundDraft): Promise<string> {
  const signature = signBytes(message, encodeHex(payer.secretKey.slice(0, 32)))
  return sendOwnRefund(client, { message, payer: payer.publicKey.toBase58(), signature })
}

async function close(order: SolanaOrder): Promise<void> {
  const address = getOrderAddress(order, program)
  const instruction = buildCloseOrderInstruction({
    program,
    order: address,
    rentPayer: roles.executor,
  })
  await sendSigned(harness.solana.connection, {
    signers: [deriveSolanaKey('executor')],
    instructions: [toWebInstruction(instruction)],
  })
}
