import { textLocale } from '../../language/catalogue.ts'
import { translate } from '../../language/translate.ts'

const minute = 60_000
const hour = 60 * minute

type Unit = 'day' | 'hour' | 'minute' | 'second'

/** Formats an elapsed time coarsely: `8 seconds ago`, `6 minutes ago`, `2 days ago`. */
export function formatRelativeTime(atMs: number, nowMs: number): string {
  const elapsed = Math.max(0, nowMs - atMs)
  if (elapsed < 5_000) return translate('just now')
  if (elapsed < minute) return formatAgo(elapsed / 1_000, 'second')
  if (elapsed < hour) return formatAgo(elapsed / minute, 'minute')
  if (elapsed < 24 * hour) return formatAgo(elapsed / hour, 'hour')
  return formatAgo(elapsed / (24 * hour), 'day')
}

function formatAgo(count: number, unit: Unit): string {
  const whole = Math.floor(count)
  return new Intl.RelativeTimeFormat(textLocale).format(-whole, unit)
}

/** Formats the local time of day, 24 hours: `14:02`, or `14:02:09` with `seconds`. */
export function formatClockTime(atMs: number, detail: 'minutes' | 'seconds' = 'minutes'): string {
  return clocks[detail].format(atMs)
}

const clock = { hour: '2-digit', minute: '2-digit' } as const
/** Made once: a long list formats many, and making one takes a hundred times as long as using it. */
const clocks = {
  minutes: new Intl.DateTimeFormat(textLocale, clock),
  seconds: new Intl.DateTimeFormat(textLocale, { ...clock, second: '2-digit' }),
}

const date = { day: 'numeric', month: 'long' } as const
const days = {
  thisYear: new Intl.DateTimeFormat(textLocale, date),
  other: new Intl.DateTimeFormat(textLocale, { ...date, year: 'numeric' }),
}

/** Formats the exact UTC time, for titles: `2026-11-21 04:42:02 UTC`. */
export function formatExactTime(atMs: number): string {
  return new Date(atMs)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
}

/** Formats the local day as a heading: Today, Yesterday, `12 November`, `12 November 2025`. */
export function formatDay(atMs: number, nowMs: number): string {
  const day = new Date(atMs)
  const now = new Date(nowMs)
  if (day.toDateString() === now.toDateString()) return translate('Today')
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (day.toDateString() === yesterday.toDateString()) return translate('Yesterday')
  return days[day.getFullYear() === now.getFullYear() ? 'thisYear' : 'other'].format(day)
}

/** Formats a duration with its two largest units: `54 seconds`, `1 minute 48 seconds`. */
export function formatDuration(spanMs: number): string {
  const seconds = Math.max(0, Math.round(spanMs / 1_000))
  const parts: [number, Unit][] = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ]
  const named = parts.filter(([count]) => count > 0).slice(0, 2)
  if (named.length === 0) return translate('less than a second')
  return named.map(([count, unit]) => formatUnit(count, unit)).join(' ')
}

/** Formats the time between two clock times that stand beside it, by the seconds that they show. */
export function formatSpan(startMs: number, endMs: number): string {
  return formatDuration((Math.floor(endMs / 1_000) - Math.floor(startMs / 1_000)) * 1_000)
}

function formatUnit(count: number, unit: Unit): string {
  return new Intl.NumberFormat(textLocale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  )
}
