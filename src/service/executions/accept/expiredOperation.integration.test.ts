import { afterAll, beforeAll, expect, test } from 'vitest'

import { heldValue } from '../../storage/tables/heldValue.ts'
import { planOf } from '../plan/planOf.ts'
import { delegationEnded } from '#testing/failures/failureAccounts.ts'
import { type FailureScene, startFailureScene } from '#testing/failures/failures.ts'

let scene: FailureScene
beforeAll(async () => {
  scene = await startFailureScene()
})
afterAll(() => scene.stop())

test('an operation whose last second is over is expired, whichever contract says so first', async () => {
  const from = scene.asset('Firth', 'USDC')
  const owner = await scene.owner('roleBased', [[from, 5_000_000n]])
  const terms = { from, amount: '5000000', to: scene.asset('Lagoon', 'USDC') }
  const { chains } = scene.desk()
  const quote = await scene.swap(owner, terms)
  const [leg] = planOf(quote, { network: scene.network, chains }).legs
  if (!leg) throw new Error('Nothing is deposited.')
  const chain = chains.get(leg.chainId)
  const { timestamp } = await scene.nodeOf(from).client.getBlock()
  const { operation } = leg
  const deposit = { kind: 'deposit', operation } as const
  expect(await chain?.prepare({ ...deposit, validUntil: leg.validUntil })).toHaveProperty('sign')
  expect(await chain?.prepare({ ...deposit, validUntil: timestamp })).toMatchObject({
    refused: 'ORDER_EXPIRED',
  })
})

test('a deposit whose bundle reverted on the chain stops counting at once, and ends at its deadline', async () => {
  const plot = await delegationEnded(scene)
  const [leg] = planOf(plot.quote, { network: scene.network, chains: scene.desk().chains }).legs
  const { client } = scene.nodeOf(scene.asset('Firth', 'USDC'))
  async function heldUsd(): Promise<bigint> {
    return (await heldValue(scene.database.storage)).totalUsd
  }
  async function strike(): Promise<void> {
    expect(await heldUsd()).toBeGreaterThan(0n)
    await plot.strike()
  }
  // The owner strikes when the bundle is signed, and so on its way.
  const ending = scene.end({ ...plot, strike, when: 'after sign' })
  await expect.poll(heldUsd).toBeGreaterThan(0n)
  await expect.poll(heldUsd).toBe(0n)
  const { timestamp } = await client.getBlock()
  expect(timestamp + 60n).toBeLessThan(leg?.validUntil ?? 0n)
  await client.increaseTime({ seconds: 130 })
  expect((await ending).record.status).toBe('REFUNDED')
})
