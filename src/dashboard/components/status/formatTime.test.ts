import { describe, expect, it } from 'vitest'

import { formatDay, formatDuration, formatExactTime, formatRelativeTime } from './formatTime.ts'

const now = new Date(2026, 10, 21, 0, 30).getTime()

describe('times', () => {
  it.each([
    [3_000, 'just now'],
    [8_000, '8 seconds ago'],
    [60_000, '1 minute ago'],
    [6 * 60_000, '6 minutes ago'],
    [3 * 3_600_000, '3 hours ago'],
    [49 * 3_600_000, '2 days ago'],
    [-5_000, 'just now'],
  ])('says %s ms ago as %s', (elapsed, text) => {
    expect(formatRelativeTime(now - elapsed, now)).toBe(text)
  })

  it('calls the day before midnight yesterday, however few hours ago it was', () => {
    expect(formatDay(now - 3_600_000, now)).toBe('Yesterday')
    expect(formatDay(now - 60_000, now)).toBe('Today')
  })

  it('names the year only of another year', () => {
    expect(formatDay(new Date(2026, 10, 12).getTime(), now)).toBe('12 November')
    expect(formatDay(new Date(2025, 10, 12).getTime(), now)).toBe('12 November 2025')
  })

  it('gives the exact time in UTC', () => {
    expect(formatExactTime(Date.UTC(2026, 10, 21, 4, 42, 2))).toBe('2026-11-21 04:42:02 UTC')
  })

  it('says a span with its two largest parts', () => {
    expect(formatDuration(54_000)).toBe('54 seconds')
    expect(formatDuration(108_000)).toBe('1 minute 48 seconds')
    expect(formatDuration(200)).toBe('less than a second')
  })
})
