import { expect, test } from 'vitest'
import { renderReport } from './benchReport.ts'

test('a row shows figure, ratio to its floor and whether the bar is met', () => {
  const floor = { what: 'raw multicall', value: 10 }
  expect(renderReport([{ what: 'balances', measured: 12, floor, bar: 15, unit: 'ms' }])).toBe(
    'balances: 12.0 ms, 1.20 x raw multicall (10.0 ms); bar 15.0 ms: met',
  )
})

test('a missed bar is said', () => {
  expect(renderReport([{ what: 'quote p50', measured: 61, bar: 60, unit: 'ms' }])).toBe(
    'quote p50: 61.0 ms; bar 60.0 ms: MISSED',
  )
})

test('a row without a bar is there for scale', () => {
  const floor = { what: 'both together', value: 10 }
  expect(renderReport([{ what: 'balances', measured: 12, floor, unit: 'ms' }])).toBe(
    'balances: 12.0 ms, 1.20 x both together (10.0 ms)',
  )
})
