import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { sendConfirmed, sendSigned } from './sendConfirmed.ts'
import { startTestSolana, type TestSolana } from '#testing/devnet/startTestSolana.ts'

const recipient = Keypair.generate().publicKey
let solana: TestSolana
let payer: Keypair

beforeAll(async () => {
  solana = await startTestSolana()
})
afterAll(() => solana.stop())
beforeEach(async () => {
  await solana.setDelivery('land')
  payer = Keypair.generate()
  await solana.connection.requestAirdrop(payer.publicKey, 3 * LAMPORTS_PER_SOL)
})

/** Sends a SOL. @param onFirst - Called once the node accepted it, before its status is read. */
async function sendOne(onFirst: () => Promise<unknown>) {
  const sent: string[] = []
  const connection = new Connection(solana.node.rpcUrl, {
    commitment: 'confirmed',
    async fetch(url, request) {
      const response = await fetch(url, request)
      const body: unknown = JSON.parse(typeof request?.body === 'string' ? request.body : '{}')
      const { method, params }: { method?: unknown; params?: unknown[] } = Object(body)
      if (method !== 'sendTransaction') return response
      sent.push(String(params?.[0]))
      if (sent.length === 1) await onFirst()
      return response
    },
  })
  const order = { signers: [payer], instructions: [pay(LAMPORTS_PER_SOL)], microLamports: 1_000n }
  const [outcome] = await Promise.allSettled([sendConfirmed(connection, order)])
  return { outcome, sent }
}

function pay(lamports: number): TransactionInstruction {
  return SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: recipient, lamports })
}

function held(): Promise<number> {
  return solana.connection.getBalance(recipient)
}

test('what the cluster loses is sent again as it is, and lands once', async () => {
  const before = await held()
  await solana.setDelivery('drop')
  const { outcome, sent } = await sendOne(() => solana.setDelivery('land'))
  const signature = outcome.status === 'fulfilled' ? outcome.value : ''
  const { value } = await solana.connection.getSignatureStatuses([signature])
  expect(value[0]).toMatchObject({ err: null })
  expect(sent).toHaveLength(2)
  expect(new Set(sent).size).toBe(1)
  expect(await held()).toBe(before + LAMPORTS_PER_SOL)
})

test('what is not taken while its blockhash is good is given up, and said so', async () => {
  await solana.setDelivery('drop')
  const { outcome, sent } = await sendOne(() => solana.advanceSlots(200))
  expect(outcome).toMatchObject({
    reason: {
      message: expect.stringMatching(
        /^The cluster did not take \w+ in time\. A further call goes on here\.$/,
      ),
    },
  })
  expect(sent).toHaveLength(1)
})

test('what landed in the last moment counts, though its blockhash is over', async () => {
  const before = await held()
  const { outcome } = await sendOne(() => solana.advanceSlots(200))
  expect(outcome.status).toBe('fulfilled')
  expect(await held()).toBe(before + LAMPORTS_PER_SOL)
})

test('what is sent again and fails in the chain is told with what the chain says', async () => {
  await solana.setDelivery('drop')
  const { outcome } = await sendOne(async () => {
    await solana.setDelivery('land')
    const spend = [pay(2.5 * LAMPORTS_PER_SOL)]
    await sendSigned(solana.connection, { signers: [payer], instructions: spend })
  })
  expect(outcome).toMatchObject({
    reason: { message: expect.stringMatching(/^\w+ failed: \{"InstructionError":\[2,/) },
  })
})
