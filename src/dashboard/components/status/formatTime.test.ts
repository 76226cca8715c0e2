import { afterEach, describe, expect, it, vi } from 'vitest'

import {
  formatDay,
  formatDuration,
  formatExactTime,
  formatRelativeTime,
  formatSpan,
} from './formatTime.ts'

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

  it('says a span by the seconds of the clock times beside it', () => {
    expect(formatSpan(47_900, 51_100)).toBe('4 seconds')
    expect(formatSpan(47_000, 50_900)).toBe('3 seconds')
  })
})

describe('times on a page in German', () => {
  afterEach(() => {
    // Else later files of this worker would speak the language.
    vi.resetModules()
    document.documentElement.removeAttribute('lang')
  })

  it('are written as there: days, times of day, spans and how long ago', async () => {
    vi.resetModules()
    document.documentElement.lang = 'de'
    const inGerman = await import('./formatTime.ts')
    const at = new Date(2025, 10, 12, 9, 5, 7).getTime()
    expect([
      inGerman.formatDay(now, now),
      inGerman.formatDay(now - 3_600_000, now),
      inGerman.formatDay(new Date(2026, 2, 1).getTime(), now),
      inGerman.formatDay(at, now),
      inGerman.formatClockTime(at),
      inGerman.formatClockTime(at, 'seconds'),
    ]).toEqual(['Heute', 'Gestern', '1. März', '12. November 2025', '09:05', '09:05:07'])
    const ago = [3_000, 8_000, 3 * 60_000, 60 * 60_000, 49 * 3_600_000]
    expect(ago.map((elapsed) => inGerman.formatRelativeTime(now - elapsed, now))).toEqual([
      'gerade eben',
      'vor 8 Sekunden',
      'vor 3 Minuten',
      'vor 1 Stunde',
      'vor 2 Tagen',
    ])
    expect([200, 54_000, 108_000].map(inGerman.formatDuration)).toEqual([
      'weniger als eine Sekunde',
      '54 Sekunden',
      '1 Minute 48 Sekunden',
    ])
  })
})
