import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { isWorseOffer, useReviewedQuote } from './useReviewedQuote.ts'

const chain = { chain: 'eip155:1', name: 'Firth', code: 'FI', slot: 1 } as const
const minimum = { units: 1_000_000n, decimals: 6, symbol: 'USDC', valueUsd: 1, chain }
const paid = { units: 1_010_000n, decimals: 6, symbol: 'USDC' }
const before = { minimum, paid }

test('a new quote that gives more than a thousandth less has to be accepted', () => {
  expect(isWorseOffer({ paid, minimum: { ...minimum, units: 999_000n } }, before)).toBe(false)
  expect(isWorseOffer({ paid, minimum: { ...minimum, units: 998_999n } }, before)).toBe(true)
  expect(isWorseOffer({ paid, minimum: { ...minimum, units: 1_200_000n } }, before)).toBe(false)
})

test('another asset or another chain has to be accepted, whatever it gives', () => {
  expect(isWorseOffer({ paid, minimum: { ...minimum, symbol: 'USDT' } }, before)).toBe(true)
  const delta = { ...chain, chain: 'eip155:2' }
  expect(
    isWorseOffer({ paid, minimum: { ...minimum, chain: delta, units: 9_000_000n } }, before),
  ).toBe(true)
})

test('a new quote that costs more than a thousandth more for the same has to be accepted', () => {
  expect(isWorseOffer({ minimum, paid: { ...paid, units: 1_011_000n } }, before)).toBe(false)
  expect(isWorseOffer({ minimum, paid: { ...paid, units: 1_011_100n } }, before)).toBe(true)
  const finer = { ...paid, decimals: 18, units: 1_010_000_000_000_000_001n }
  expect(isWorseOffer({ minimum, paid: finer }, before)).toBe(false)
  expect(isWorseOffer({ minimum, paid: { ...paid, units: 1n } }, before)).toBe(false)
})

afterEach(cleanup)

/** Builds a quote with this minimum. */
function buildQuote(units: bigint) {
  return {
    received: { quote: { id: String(units) } },
    view: { paid, minimum: { ...minimum, units } },
  }
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

test('a worse quote has to be accepted, also where the service gives it the id of the one before', () => {
  const { result, rerender } = renderHook(({ live }) => useReviewedQuote(live, false), {
    initialProps: { live: buildQuote(1_000_000n) },
  })
  rerender({ live: { ...buildQuote(900_000n), received: { quote: { id: '1000000' } } } })
  expect(result.current.current.view.minimum.units).toBe(1_000_000n)
  expect(result.current.worse?.view.minimum.units).toBe(900_000n)
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
