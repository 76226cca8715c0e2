import { expect, test } from 'vitest'

import { addKeptRow, layOutLines } from './historyLines.ts'

const layout = { getHeight: () => 68, firstDay: 36, laterDay: 64 }
const noon = new Date(2026, 10, 21, 12).getTime()
const hour = 3_600_000

test('a heading stands before each day of the local calendar', () => {
  const times = [noon, noon - hour, noon - 13 * hour, noon - 24 * hour, noon - 72 * hour]
  const lines = layOutLines(times, { ...layout, getTime: (time) => time })
  expect(lines.map(({ index }) => index ?? 'day')).toEqual(['day', 0, 1, 'day', 2, 3, 'day', 4])
  expect(lines.map(({ height }) => height)).toEqual([36, 68, 68, 64, 68, 68, 64, 68])
  expect(lines.map(({ dayMs }) => noon - dayMs)).toEqual(
    [0, 0, 0, 13, 13, 13, 72, 72].map((hours) => hours * hour),
  )
})

test('a row out of the view is kept with its neighbours, in the order of the list', () => {
  const times = [noon, noon - hour, noon - 24 * hour, noon - 25 * hour, noon - 48 * hour]
  // day, 0, 1, day, 2, 3, day, 4
  const lines = layOutLines(times, { ...layout, getTime: (time) => time })
  expect(addKeptRow(lines, [3, 4], undefined)).toEqual([3, 4])
  expect(addKeptRow(lines, [3, 4], 1)).toEqual([1, 2, 3, 4])
  expect(addKeptRow(lines, [3, 4], 5)).toEqual([3, 4, 5, 7])
  expect(addKeptRow(lines, [3, 4], 7)).toEqual([3, 4, 5, 7])
})
