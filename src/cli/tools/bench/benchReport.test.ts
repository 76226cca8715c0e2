import { expect, test } from 'vitest'
import { renderReport } from './benchReport.ts'

test('shows the value, its ratio to the floor and whether the limit is met', () => {
  const floor = { what: 'raw multicall', value: 10 }
  expect(renderReport([{ what: 'balances', measured: 12, floor, bar: 15, unit: 'ms' }])).toBe(
    'balances: 12.0 ms, 1.20 x raw multicall (10.0 ms); bar 15.0 ms: met',
  )
})

test('reports a missed limit', () => {
  expect(renderReport([{ what: 'quote p50', measured: 61, bar: 60, unit: 'ms' }])).toBe(
    'quote p50: 61.0 ms; bar 60.0 ms: MISSED',
  )
})

test('shows only the ratio of a row without a limit', () => {
  const floor = { what: 'both together', value: 10 }
  expect(renderReport([{ what: 'balances', measured: 12, floor, unit: 'ms' }])).toBe(
    'balances: 12.0 ms, 1.20 x both together (10.0 ms)',
  )
})
