// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { isWorseOffer, useReviewedQuote } from './useReviewedQuote.ts'

const chain = { chain: 'eip155:1', name: 'Firth', code: 'FI', slot: 1 } as const
const before = { units: 1_000_000n, decimals: 6, symbol: 'USDC', valueUsd: 1, chain }

test('a new quote that gives more than a thousandth less has to be accepted', () => {
  expect(isWorseOffer({ ...before, units: 999_000n }, before)).toBe(false)
  expect(isWorseOffer({ ...before, units: 998_999n }, before)).toBe(true)
  expect(isWorseOffer({ ...before, units: 1_200_000n }, before)).toBe(false)
})

test('another asset or another chain has to be accepted, whatever it gives', () => {
  expect(isWorseOffer({ ...before, symbol: 'USDT' }, before)).toBe(true)
  const delta = { ...chain, chain: 'eip155:2' }
  expect(isWorseOffer({ ...before, chain: delta, units: 9_000_000n }, before)).toBe(true)
})

afterEach(cleanup)

/** Builds a quote with this minimum. */
function buildQuote(units: bigint) {
  return { received: { quote: { id: String(units) } }, view: { minimum: { ...before, units } } }
}

test('many small steps down are one: what was agreed to is the measure, not the last quote', () => {
  const { result, rerender } = renderHook(({ live }) => useReviewedQuote(live, false), {
    initialProps: { live: buildQuote(1_000_000n) },
  })
  rerender({ live: buildQuote(999_500n) })
  expect(result.current.current.view.minimum.units).toBe(999_500n)
  expect(result.current.worse).toBeUndefined()
  rerender({ live: buildQuote(998_900n) })
  expect(result.current.current.view.minimum.units).toBe(999_500n)
  expect(result.current.worse?.view.minimum.units).toBe(998_900n)
  act(() => result.current.acceptWorse())
  expect(result.current.current.view.minimum.units).toBe(998_900n)
  expect(result.current.worse).toBeUndefined()
})

test('a better quote becomes the measure', () => {
  const { result, rerender } = renderHook(({ live }) => useReviewedQuote(live, false), {
    initialProps: { live: buildQuote(1_000_000n) },
  })
  rerender({ live: buildQuote(1_100_000n) })
  rerender({ live: buildQuote(1_050_000n) })
  expect(result.current.current.view.minimum.units).toBe(1_100_000n)
  expect(result.current.worse?.view.minimum.units).toBe(1_050_000n)
})
