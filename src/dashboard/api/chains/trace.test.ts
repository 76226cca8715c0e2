import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { mergeTraces } from './trace.ts'

const [firth, delta] = devnet.chains.map(({ chainId }) => chainId)

test('a chain that misses a reading keeps the time of its last one', () => {
  if (!firth || !delta) throw new Error('The devnet has two EVM chains.')
  const read = { events: [], searched: { from: 0n, to: 1n }, searchedSince: undefined }
  const end = { since: undefined, block: 0n }
  const before = new Map([
    [firth, { ...read, end, blockTime: 7n }],
    [delta, { ...read, end, blockTime: 9n }],
  ])
  const { blockTimes, unread } = mergeTraces(before, [firth])
  expect(blockTimes.get(firth)).toBe(7n)
  expect(unread).toEqual([firth])
})
