import { afterAll, beforeAll, expect, test } from 'vitest'

import { planOf } from './planOf.ts'
import { type FailureScene, startFailureScene } from './testFailures.ts'

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
