import { expect, test } from 'vitest'

import { describeSlowness } from '../ExecutionHead.tsx'

const usual = { usualMs: 4000, slowMs: 13_000, count: 7 }

test('an execution is slow once it takes longer than what was measured, and what is usual is said', () => {
  expect(describeSlowness(13_000, usual)).toBe('')
  expect(describeSlowness(13_001, usual)).toBe(
    'Taking longer than usual: your last 7 like it took about 4 seconds.',
  )
})

test('without measured times nothing is called usual', () => {
  expect(describeSlowness(60_000, undefined)).toBe('')
  expect(describeSlowness(61_000, undefined)).toContain('There’s no history here yet')
})
