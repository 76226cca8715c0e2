import { afterAll, beforeAll, expect, test } from 'vitest'

import { readHeldValue } from '../../storage/tables/heldValue.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { delegationEnded } from '#testing/failures/failureAccounts.ts'
import { type FailureHarness, startFailureHarness } from '#testing/failures/failures.ts'

let harness: FailureHarness
beforeAll(async () => {
  harness = await startFailureHarness()
})
afterAll(() => harness.stop())

test('an operation whose last second is over is expired, whichever contract says so first', async () => {
  const from = harness.asset('Firth', 'USDC')
  const owner = await harness.owner('roleBased', [[from, 5_000_000n]])
  const terms = { from, amount: '5000000', to: harness.asset('Lagoon', 'USDC') }
  const { chains } = harness.services()
  const quote = await harness.swap(owner, terms)
  const [leg] = parseExecutionPlan(quote, { network: harness.network, chains }).legs
  if (!leg) throw new Error('Nothing is deposited.')
  const chain = chains.get(leg.chainId)
  const { timestamp } = await harness.nodeOf(from).client.getBlock()
  const { operation } = leg
  const deposit = { kind: 'deposit', operation } as const
  expect(await chain?.prepare({ ...deposit, validUntil: leg.validUntil })).toHaveProperty('sign')
  expect(await chain?.prepare({ ...deposit, validUntil: timestamp })).toMatchObject({
    refused: 'ORDER_EXPIRED',
  })
})

test('a deposit whose bundle reverted on the chain stops counting at once, and ends at its deadline', async () => {
  const plot = await delegationEnded(harness)
  const [leg] = parseExecutionPlan(plot.quote, {
    network: harness.network,
    chains: harness.services().chains,
  }).legs
  const { client } = harness.nodeOf(harness.asset('Firth', 'USDC'))
  async function heldUsd(): Promise<bigint> {
    return (await readHeldValue(harness.database.storage)).totalUsd
  }
  async function strike(): Promise<void> {
    expect(await heldUsd()).toBeGreaterThan(0n)
    await plot.inject()
  }
  // The owner strikes when the bundle is signed, and so on its way.
  const ending = harness.end({ ...plot, inject: strike, when: 'after sign' })
  await expect.poll(heldUsd).toBeGreaterThan(0n)
  await expect.poll(heldUsd).toBe(0n)
  const { timestamp } = await client.getBlock()
  expect(timestamp + 60n).toBeLessThan(leg?.validUntil ?? 0n)
  await client.increaseTime({ seconds: 130 })
  expect((await ending).record.status).toBe('REFUNDED')
})
