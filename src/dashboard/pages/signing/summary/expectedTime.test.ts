import { expect, test } from 'vitest'

import type { HistoryRecord } from '#protocol/status/status.ts'
import { measureUsualTime } from './expectedTime.ts'

type Timed = Pick<HistoryRecord, 'status' | 'timestamp' | 'updatedAt'>

function took(seconds: number, status: Timed['status'] = 'COMPLETED'): Timed {
  const timestamp = new Date(0).toISOString()
  return { status, timestamp, updatedAt: new Date(seconds * 1000).toISOString() }
}

test('the usual time is the median of what was completed, and nothing without any', () => {
  expect(measureUsualTime([])).toBeUndefined()
  expect(measureUsualTime([took(9, 'FAILED'), took(9, 'PENDING')])).toBeUndefined()
  expect(measureUsualTime([took(4), took(90), took(6), took(1, 'REFUNDED')])).toEqual({
    medianMs: 6_000,
    count: 3,
  })
})
