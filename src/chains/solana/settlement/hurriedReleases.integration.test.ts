import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { hashSolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { signAttestation } from './keys/solanaAttestation.ts'
import { decodeMessage, encodeMessage } from '../codec/message.ts'
import type { SolanaPayout } from './payout.ts'
import { maxReleasePrice } from './payout.ts'
import { encodeHex, decodeHex } from '../program/bytes.ts'
import { buildComputeBudgetInstructions, readComputeBudget } from '../program/computeBudget.ts'
import { priorityPrices } from '../rpc/readPriorityPrice.ts'
import type { SolanaSettlement } from './solanaSettlement.ts'
import { startTestProvider, type TestProvider } from '#testing/solana/provider.ts'
import {
  attestorKey,
  reef,
  createSettlementAt,
  type SettlementHarness,
  startSettlementHarness,
} from '#testing/solana/settlement.ts'

let harness: SettlementHarness
/** A provider that reports others paying to write to the same accounts. */
let busy: TestProvider
let settlement: SolanaSettlement

beforeAll(async () => {
  harness = await startSettlementHarness()
  busy = await startTestProvider(harness.solana.node.rpcUrl)
  settlement = createSettlementAt([busy.rpcUrl])
})
afterAll(async () => {
  busy.stop()
  await harness.solana.stop()
})

test('who fills blocks up until the clock refunds it is outbid by the release, but nobody else is', async () => {
  const user = await harness.wallet({ sol: 10_000_000n, usdc: 2_000_000_000n })
  const refundAfter = BigInt(Math.floor(Date.now() / 1_000)) + 900n
  const { order, operation } = await harness.signedDeposit(user, 'usdc', { refundAfter })
  await harness.run({ kind: 'deposit', operation, validUntil: 0n })
  const attestors = [devnetSolana.roles.attestor]
  const release = { kind: 'release', order, attestors } as const
  const refund = { kind: 'refund', order, attestors } as const

  pay(3_000_000)
  expect(await getPrices(release, refund)).toEqual([priorityPrices.max, priorityPrices.max])
  await harness.solana.increaseTime(700)
  expect(await getPrices(release, refund)).toEqual([6_000_000n, priorityPrices.max])
  pay(900_000_000)
  expect(await getPrices(release, refund)).toEqual([maxReleasePrice, priorityPrices.max])

  const message = await settlement.attested.draft(release)
  expect(settlement.attested.findError(message, release)).toBeUndefined()
  const dearer = withPrice(message, maxReleasePrice + 1n)
  expect(settlement.attested.findError(dearer, release)).toContain('more than is paid for')
  expect(
    settlement.attested.findError(withPrice(message, maxReleasePrice), release),
  ).toBeUndefined()
  const attestation = settlement.attested.join([signAttestation(message, attestorKey)])
  expect(attestation).toBeDefined()
  await harness.run({ kind: 'release', order, attestation: attestation ?? '0x' })
  expect(await harness.readState(hashSolanaOrder(order, reef.program))).toBe('released')
})

/** Sets the price per compute unit that others recently paid. */
function pay(prioritizationFee: number): void {
  const answer = [1, 2, 3, 4].map((slot) => ({ slot, prioritizationFee }))
  busy.setFalseAnswer((method) => (method === 'getRecentPrioritizationFees' ? answer : undefined))
}

function getPrices(...payouts: readonly SolanaPayout[]): Promise<readonly (bigint | undefined)[]> {
  return Promise.all(
    payouts.map(async (payout) => {
      const message = decodeMessage(decodeHex(await settlement.attested.draft(payout)))
      return readComputeBudget(message?.instructions ?? [])?.budget.microLamports
    }),
  )
}

function withPrice(draft: Hex, microLamports: bigint): Hex {
  const message = decodeMessage(decodeHex(draft))
  const { budget, others } = readComputeBudget(message?.instructions ?? []) ?? {}
  if (!message || !budget || !others) throw new Error('The draft is none of ours.')
  const instructions = [...buildComputeBudgetInstructions({ ...budget, microLamports }), ...others]
  return encodeHex(encodeMessage({ ...message, instructions }))
}
