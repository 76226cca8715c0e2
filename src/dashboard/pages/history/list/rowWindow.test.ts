import { expect, test } from 'vitest'

import { findRange, layOutLines, listLines } from './rowWindow.ts'

const layout = { getHeight: () => 68, firstDay: 36, laterDay: 64 }
const noon = new Date(2026, 10, 21, 12).getTime()
const hour = 3_600_000

test('a heading stands before each day of the local calendar', () => {
  const times = [noon, noon - hour, noon - 13 * hour, noon - 24 * hour, noon - 72 * hour]
  const { lines, offsets } = layOutLines(times, { ...layout, getTime: (time) => time })
  expect(lines.map((line) => (line.kind === 'day' ? 'day' : line.index))).toEqual([
    'day',
    0,
    1,
    'day',
    2,
    3,
    'day',
    4,
  ])
  expect([...offsets]).toEqual([0, 36, 104, 172, 236, 304, 372, 436, 504])
})

test('a hundred thousand rows are laid out once, and few of them are rendered', () => {
  const times = Array.from({ length: 100_000 }, (_, index) => noon - index * 600_000)
  const lines = layOutLines(times, { ...layout, getTime: (time) => time })
  const height = lines.offsets.at(-1) ?? 0
  for (const top of [0, 1_000, height / 2, height - 900, height + 5_000]) {
    const { first, end } = findRange(lines, { top, bottom: top + 900, spare: 6 })
    expect(end - first).toBeLessThan(32)
    expect(first).toBeGreaterThanOrEqual(0)
    expect(end).toBeLessThanOrEqual(lines.lines.length)
    expect(lines.offsets[first] ?? 0).toBeLessThanOrEqual(top)
    expect(lines.offsets[end] ?? 0).toBeGreaterThanOrEqual(Math.min(top + 900, height))
  }
})

test('an empty list has no lines', () => {
  const lines = layOutLines([], { ...layout, getTime: Number })
  expect(findRange(lines, { top: 0, bottom: 900, spare: 6 })).toEqual({ first: 0, end: 0 })
})

test('a row out of the range is kept with its neighbours, in the order of the list', () => {
  const times = [noon, noon - hour, noon - 24 * hour, noon - 25 * hour, noon - 48 * hour]
  // day, 0, 1, day, 2, 3, day, 4
  const { lines } = layOutLines(times, { ...layout, getTime: (time) => time })
  const range = { first: 3, end: 5 }
  expect(listLines(lines, range, undefined)).toEqual([3, 4])
  expect(listLines(lines, range, 1)).toEqual([1, 2, 3, 4])
  expect(listLines(lines, range, 5)).toEqual([3, 4, 5, 7])
  expect(listLines(lines, range, 7)).toEqual([3, 4, 5, 7])
})
