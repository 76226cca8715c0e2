import {
  AddressLookupTableProgram,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import type { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { hashSolanaOrder, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { createSolanaClient } from '../rpc/client.ts'
import { getOrderAddress } from '../program/addresses.ts'
import { buildOpenInstruction, buildRefundInstruction } from '../program/orderInstructions.ts'
import { toWebInstruction } from '../program/instruction.ts'
import { readSolanaTrace } from './readTrace.ts'
import { buildOrder } from '#testing/solana/intents.ts'
import { reef, type SettlementHarness, startSettlementHarness } from '#testing/solana/settlement.ts'

const { chainId, genesisHash, program } = reef
let harness: SettlementHarness
let attacker: Keypair
/** An order that a victim deposited, and one that nobody did. */
let held: SolanaOrder
let missing: SolanaOrder
/** The attacker's own order, in transactions that name both others. */
let own: SolanaOrder

beforeAll(async () => {
  harness = await startSettlementHarness()
  attacker = await harness.wallet({ sol: 5_000_000_000n })
  const user = await harness.wallet({ usdc: 2_000_000_000n })
  const { order, operation } = await harness.signedDeposit(user, 'usdc', times(10_000))
  await harness.run({ kind: 'deposit', operation, validUntil: 0n })
  held = order
  missing = { ...buildOrder(user, 'usdc'), ...times(600) }
  own = { ...buildOrder(attacker, 'sol'), ...times(600) }
})
afterAll(() => harness.solana.stop())

test("a third party's transactions that name an order and move another one say nothing of it", async () => {
  const open = buildOpenInstruction(own, { program, rentPayer: attacker.publicKey.toBase58() })
  const refund = buildRefundInstruction(own, {
    program,
    rentPayer: attacker.publicKey.toBase58(),
    attestors: [],
  })
  const opened = await sendLegacy([...buildNamingInstructions(), toWebInstruction(open)])
  await harness.solana.increaseTime(700)
  const table = await readTable(
    [held, missing, own].map((order) => getOrderAddress(order, program)),
  )
  const refunded = await sendWithTable(
    [...buildNamingInstructions(), toWebInstruction(refund)],
    table,
  )

  expect(await getEvents(held)).toMatchObject([{ kind: 'deposited' }])
  expect(await getEvents(missing)).toEqual([])
  expect(await readTraceKinds(held)).toEqual(['deposited'])
  const { number } = await harness.settlement.readHead()
  const { orders } = await harness.settlement.readState(
    {
      orders: [held, missing].map((order) => hashSolanaOrder(order, program)),
      closableAt: [held.refundAfter, missing.refundAfter],
      nonces: [],
      fills: [],
    },
    number,
  )
  expect(orders).toEqual(['held', 'none'])

  expect(await getEvents(own), 'what they did move is found, in whatever form they wrote').toEqual([
    { kind: 'deposited', hash: opened },
    { kind: 'refunded', hash: refunded },
  ])
})

/** Times within two hours: the devnet's clock runs hours ahead after the longest lock. */
function times(seconds: number): Pick<SolanaOrder, 'depositDeadline' | 'refundAfter'> {
  const now = BigInt(Math.floor(Date.now() / 1_000))
  const refundAfter = now + BigInt(Math.min(seconds, 7_000))
  return { depositDeadline: now + 300n, refundAfter }
}

/** Instructions that merely name the others' orders. */
function buildNamingInstructions(): TransactionInstruction[] {
  return [held, missing].map((order) => {
    const named = {
      pubkey: new PublicKey(getOrderAddress(order, program)),
      isSigner: false,
      isWritable: false,
    }
    const { publicKey } = attacker
    const sent = SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: publicKey, lamports: 0 })
    sent.keys.push(named)
    return sent
  })
}

function getEvents(order: SolanaOrder) {
  return harness.settlement.findOrderEvents(hashSolanaOrder(order, program), { fromBlock: 0n })
}

async function readTraceKinds(order: SolanaOrder): Promise<readonly string[]> {
  const client = createSolanaClient(chainId, { rpcUrls: [harness.solana.node.rpcUrl], genesisHash })
  const { events } = await readSolanaTrace(client, {
    chain: reef,
    fillId: order.fillId,
    claimedDeposits: [],
  })
  return events.map(({ kind }) => kind)
}

async function sendLegacy(instructions: TransactionInstruction[]): Promise<string> {
  const { connection } = harness.solana
  const transaction = new Transaction().add(...instructions)
  return connection.sendTransaction(transaction, [attacker])
}

async function sendWithTable(
  instructions: TransactionInstruction[],
  table: PublicKey,
): Promise<string> {
  const { connection } = harness.solana
  const { value } = await connection.getAddressLookupTable(table)
  const { blockhash } = await connection.getLatestBlockhash('finalized')
  const message = new TransactionMessage({
    payerKey: attacker.publicKey,
    recentBlockhash: blockhash,
    instructions,
  }).compileToV0Message(value ? [value] : [])
  expect(message.addressTableLookups).toHaveLength(1)
  const transaction = new VersionedTransaction(message)
  transaction.sign([attacker])
  return connection.sendTransaction(transaction)
}

async function readTable(addresses: readonly string[]): Promise<PublicKey> {
  const { connection } = harness.solana
  const { publicKey: authority } = attacker
  const recentSlot = await connection.getSlot('finalized')
  const [create, table] = AddressLookupTableProgram.createLookupTable({
    authority,
    payer: authority,
    recentSlot,
  })
  const extend = AddressLookupTableProgram.extendLookupTable({
    authority,
    payer: authority,
    lookupTable: table,
    addresses: addresses.map((address) => new PublicKey(address)),
  })
  await sendLegacy([create, extend])
  await harness.solana.advanceSlots(10)
  return table
}
