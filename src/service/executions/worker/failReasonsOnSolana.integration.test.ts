import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { loudCases, quietCases, type SolanaCase } from '#testing/failures/solanaCauses.ts'
import {
  type SolanaFailureScene,
  startSolanaFailureScene,
} from '#testing/failures/solanaFailures.ts'

let scene: SolanaFailureScene
beforeAll(async () => {
  scene = await startSolanaFailureScene()
})
afterAll(() => scene.stop())

describe('an execution that something real on Solana comes between ends REFUNDED', () => {
  test.concurrent.each(quietCases)('with $reason: $cause', expectEnd)
  test.each(loudCases)('with $reason: $cause', expectEnd)
})

async function expectEnd({ reason, plot, reverts }: SolanaCase): Promise<void> {
  const made = await plot(scene)
  const { record, lost } = await scene.end(made)
  expect(record).toMatchObject({
    status: 'REFUNDED',
    failReason: reason,
    destinationChainOperations: [],
  })
  expect(record.refundOperations ?? []).toHaveLength(record.originChainOperations.length)
  expect(lost).toEqual({})
  expect(await scene.reverted(made.quote)).toEqual(reverts ? [reverts] : [])
}
