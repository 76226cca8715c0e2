import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { loudCases, quietCases, type SolanaCase } from '#testing/failures/solanaCauses.ts'
import {
  type SolanaFailureHarness,
  startSolanaFailureHarness,
} from '#testing/failures/solanaFailures.ts'

let harness: SolanaFailureHarness
beforeAll(async () => {
  harness = await startSolanaFailureHarness()
})
afterAll(() => harness.stop())

describe('an execution that something real on Solana comes between ends REFUNDED', () => {
  test.concurrent.each(quietCases)('with $reason: $cause', expectEnd)
  test.each(loudCases)('with $reason: $cause', expectEnd)
})

async function expectEnd({ reason, plot, reverts }: SolanaCase): Promise<void> {
  const made = await plot(harness)
  const { record, lost } = await harness.end(made)
  expect(record).toMatchObject({
    status: 'REFUNDED',
    failReason: reason,
    destinationChainOperations: [],
  })
  expect(record.refundOperations ?? []).toHaveLength(record.originChainOperations.length)
  expect(lost).toEqual({})
  expect(await harness.reverted(made.quote)).toEqual(reverts ? [reverts] : [])
}
