import { expect, test } from 'vitest'

import { computeSqrtPriceX96, computeSquareRoot } from './prices.ts'

test('a square root is the largest whole number whose square is not above the value', () => {
  for (const value of [
    0n,
    1n,
    2n,
    3n,
    4n,
    15n,
    16n,
    17n,
    10n ** 30n - 1n,
    10n ** 30n,
    2n ** 255n,
  ]) {
    const root = computeSquareRoot(value)
    expect(root * root <= value && (root + 1n) * (root + 1n) > value).toBe(true)
  }
})

test('equal tokens of equal decimals stand at a square-root price of 1', () => {
  const dollar = { price: 100_000_000n, decimals: 6 }
  expect(computeSqrtPriceX96(dollar, dollar)).toBe(2n ** 96n)
})

test('decimals count: a token with 18 decimals has 10^12 times as many units as one with 6', () => {
  const six = { price: 100_000_000n, decimals: 6 }
  const eighteen = { price: 100_000_000n, decimals: 18 }
  expect(computeSqrtPriceX96(six, eighteen)).toBe(10n ** 6n * 2n ** 96n)
})
