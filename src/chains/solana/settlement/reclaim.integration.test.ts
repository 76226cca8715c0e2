import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Hash } from '#protocol/ids/hex.ts'
import { startTestProvider, type TestProvider } from '#testing/solana/provider.ts'
import {
  type SettlementScene,
  settlementAt,
  startSettlementScene,
} from '#testing/solana/settlement.ts'

let scene: SettlementScene
let provider: TestProvider
let orders: readonly Hash[]

beforeAll(async () => {
  scene = await startSettlementScene()
  provider = await startTestProvider(scene.solana.node.rpcUrl)
  orders = [await paidOut(), await paidOut()]
  await scene.solana.increaseTime(700)
  await scene.solana.advanceSlots(5)
})
afterAll(async () => {
  provider.stop()
  await scene.solana.stop()
})

test('what cannot be closed is told, each by its place and with the reason', async () => {
  provider.lie((method) =>
    method === 'simulateTransaction'
      ? { context: { slot: 1 }, value: { err: { InstructionError: [2, { Custom: 7 }] }, logs: [] } }
      : undefined,
  )
  const told: string[] = []
  const gone = await reclaim(orders, (index, why) => told.push(`${index}: ${why}`))
  expect(gone).toEqual([false, false])
  expect(told).toEqual([
    expect.stringMatching(/^0: custom program error 7 of the program \w+$/),
    expect.stringMatching(/^1: custom program error 7 of the program \w+$/),
  ])
  provider.lie(undefined)
})

test('what fails together is closed one by one', async () => {
  const [first, second] = orders
  // Nothing can be closed twice in one transaction.
  await reclaim([first, first, second].flatMap((order) => order ?? []))
  await scene.solana.advanceSlots(5)
  expect(await reclaim(orders)).toEqual([true, true])
})

function reclaim(orderHashes: readonly Hash[], onRefused?: (index: number, why: string) => void) {
  const settlement = settlementAt([provider.rpcUrl])
  const leftovers = orderHashes.map((orderHash) => ({ kind: 'order' as const, orderHash }))
  return settlement.reclaim?.(leftovers, onRefused)
}

/** An order of a user that is over. */
async function paidOut(): Promise<Hash> {
  const { time } = await scene.settlement.readHead()
  const times = { depositDeadline: time + 60n, refundAfter: time + 600n }
  const user = await scene.wallet({ sol: 3_000_000_000n })
  const { order, orderHash, operation } = await scene.signedDeposit(user, 'sol', times)
  await scene.run({ kind: 'deposit', operation, validUntil: 0n })
  const attestation = await scene.attest('release', order)
  await scene.run({ kind: 'release', order, attestation })
  return orderHash
}
