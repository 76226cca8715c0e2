import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { hashSolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { signAttestation } from './attest.ts'
import { decodeMessage, encodeMessage } from '../codec/message.ts'
import type { Payout } from './payout.ts'
import { mostReleasePrice } from './payoutPrice.ts'
import { bytesHex, hexBytes } from '../program/bytes.ts'
import { computeBudgetInstructions, readComputeBudget } from '../program/computeBudget.ts'
import { priorityPrices } from '../rpc/readPriorityPrice.ts'
import type { SolanaSettlement } from './solanaSettlement.ts'
import { startTestProvider, type TestProvider } from '#testing/solana/provider.ts'
import {
  attestorKey,
  reef,
  settlementAt,
  type SettlementScene,
  startSettlementScene,
} from '#testing/solana/settlement.ts'

let scene: SettlementScene
/** Where others pay to change the same accounts. */
let busy: TestProvider
let settlement: SolanaSettlement

beforeAll(async () => {
  scene = await startSettlementScene()
  busy = await startTestProvider(scene.solana.node.rpcUrl)
  settlement = settlementAt([busy.rpcUrl])
})
afterAll(async () => {
  busy.stop()
  await scene.solana.stop()
})

test('who fills blocks up until the clock refunds it is outbid by the release, but nobody else is', async () => {
  const user = await scene.wallet({ sol: 10_000_000n, usdc: 2_000_000_000n })
  const refundAfter = BigInt(Math.floor(Date.now() / 1_000)) + 900n
  const { order, operation } = await scene.signedDeposit(user, 'usdc', { refundAfter })
  await scene.run({ kind: 'deposit', operation, validUntil: 0n })
  const attestors = [devnetSolana.roles.attestor]
  const release = { kind: 'release', order, attestors } as const
  const refund = { kind: 'refund', order, attestors } as const

  pay(3_000_000)
  expect(await pricesOf(release, refund)).toEqual([priorityPrices.most, priorityPrices.most])
  await scene.solana.increaseTime(700)
  expect(await pricesOf(release, refund)).toEqual([6_000_000n, priorityPrices.most])
  pay(900_000_000)
  expect(await pricesOf(release, refund)).toEqual([mostReleasePrice, priorityPrices.most])

  const message = await settlement.attested.draft(release)
  expect(settlement.attested.findFault(message, release)).toBeUndefined()
  const dearer = withPrice(message, mostReleasePrice + 1n)
  expect(settlement.attested.findFault(dearer, release)).toContain('more than is paid for')
  expect(
    settlement.attested.findFault(withPrice(message, mostReleasePrice), release),
  ).toBeUndefined()
  const attestation = settlement.attested.join([signAttestation(message, attestorKey)])
  expect(attestation).toBeDefined()
  await scene.run({ kind: 'release', order, attestation: attestation ?? '0x' })
  expect(await scene.stateOf(hashSolanaOrder(order, reef.program))).toBe('released')
})

/** What others say that they paid for each compute unit of late. */
function pay(prioritizationFee: number): void {
  const answer = [1, 2, 3, 4].map((slot) => ({ slot, prioritizationFee }))
  busy.lie((method) => (method === 'getRecentPrioritizationFees' ? answer : undefined))
}

function pricesOf(...payouts: readonly Payout[]): Promise<readonly (bigint | undefined)[]> {
  return Promise.all(
    payouts.map(async (payout) => {
      const message = decodeMessage(hexBytes(await settlement.attested.draft(payout)))
      return readComputeBudget(message?.instructions ?? [])?.budget.microLamports
    }),
  )
}

function withPrice(draft: Hex, microLamports: bigint): Hex {
  const message = decodeMessage(hexBytes(draft))
  const { budget, others } = readComputeBudget(message?.instructions ?? []) ?? {}
  if (!message || !budget || !others) throw new Error('The draft is none of ours.')
  const instructions = [...computeBudgetInstructions({ ...budget, microLamports }), ...others]
  return bytesHex(encodeMessage({ ...message, instructions }))
}
