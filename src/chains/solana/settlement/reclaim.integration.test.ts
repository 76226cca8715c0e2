import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Hash } from '#protocol/ids/hex.ts'
import { startTestProvider, type TestProvider } from '#testing/solana/provider.ts'
import {
  type SettlementHarness,
  createSettlementAt,
  startSettlementHarness,
} from '#testing/solana/settlement.ts'

let harness: SettlementHarness
let provider: TestProvider
let orders: readonly Hash[]

beforeAll(async () => {
  harness = await startSettlementHarness()
  provider = await startTestProvider(harness.solana.node.rpcUrl)
  orders = [await paidOut(), await paidOut()]
  await harness.solana.increaseTime(700)
  await harness.solana.advanceSlots(5)
})
afterAll(async () => {
  provider.stop()
  await harness.solana.stop()
})

test('what cannot be closed is told, each by its place and with the reason', async () => {
  provider.setFalseAnswer((method) =>
    method === 'simulateTransaction'
      ? { context: { slot: 1 }, value: { err: { InstructionError: [2, { Custom: 7 }] }, logs: [] } }
      : undefined,
  )
  const errors: string[] = []
  const gone = await reclaim(orders, (index, why) => errors.push(`${index}: ${why}`))
  expect(gone).toEqual([false, false])
  expect(errors).toEqual([
    expect.stringMatching(/^0: custom program error 7 of the program \w+$/),
    expect.stringMatching(/^1: custom program error 7 of the program \w+$/),
  ])
  provider.setFalseAnswer(undefined)
})

test('what fails together is closed one by one', async () => {
  const [first, second] = orders
  // Nothing can be closed twice in one transaction.
  await reclaim([first, first, second].flatMap((order) => order ?? []))
  await harness.solana.advanceSlots(5)
  expect(await reclaim(orders)).toEqual([true, true])
})

function reclaim(orderHashes: readonly Hash[], onError?: (index: number, why: string) => void) {
  const settlement = createSettlementAt([provider.rpcUrl])
  const reclaimable = orderHashes.map((orderHash) => ({ kind: 'order' as const, orderHash }))
  return settlement.reclaim?.(reclaimable, onError)
}

/** Hash of a user's order that has ended. */
async function paidOut(): Promise<Hash> {
  const { time } = await harness.settlement.readHead()
  const times = { depositDeadline: time + 60n, refundAfter: time + 600n }
  const user = await harness.wallet({ sol: 3_000_000_000n })
  const { order, orderHash, operation } = await harness.signedDeposit(user, 'sol', times)
  await harness.run({ kind: 'deposit', operation, validUntil: 0n })
  const attestation = await harness.attest('release', order)
  await harness.run({ kind: 'release', order, attestation })
  return orderHash
}
