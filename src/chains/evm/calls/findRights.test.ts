import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { countRights, getWatchedRights } from './findRights.ts'

const account: EvmAddress = `0x${'a1'.repeat(20)}`
const to: EvmAddress = `0x${'7a'.repeat(20)}`

/** Mostly zero bytes, so that there are addresses everywhere. */
const callData = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 255 })), {
    maxLength: 120,
  })
  .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)

test('every address that stands behind twelve zero bytes is looked at, at whatever byte', () => {
  fc.assert(
    fc.property(callData, (data) => {
      const expected = new Set([to, ...addressesByForm(data)])
      expect(spendersIn(data)).toEqual(expected)
    }),
  )
})

test('an address in nested call data is found', () => {
  const spender = '5c'.repeat(20)
  const data = `0x12345678${'00'.repeat(31)}20abcdef01${'00'.repeat(12)}${spender}` as const
  expect(spendersIn(data)).toContain(`0x${spender}`)
})

test('zeros take no longer to look through than other bytes, and addresses without number end it', () => {
  const bytes = 120_000
  const ones: Hex = `0x${'11'.repeat(bytes)}`
  const zeros: Hex = `0x${'00'.repeat(bytes)}`
  const addresses: Hex = `0x${Array.from({ length: bytes / 32 }, (_, index) =>
    (BigInt(index + 1) << 96n).toString(16).padStart(64, '0'),
  ).join('')}`
  // A look-ahead at every byte is hundreds of times slower.
  expect(fastest(zeros) / fastest(ones)).toBeLessThan(20)
  expect(countRights(getQuestion(addresses))).toBeGreaterThan(6_000)
})

/** The same addresses found by a regular expression, which is slow. */
function addressesByForm(data: Hex): readonly string[] {
  return [...data.slice(2).matchAll(/(?=0{24}([0-9a-f]{40}))/g)].flatMap(({ index, 1: text }) =>
    index % 2 === 0 && BigInt(`0x${text}`) >= 2n ** 80n ? [`0x${text}`] : [],
  )
}

function spendersIn(data: Hex): Set<string> {
  return new Set(getWatchedRights(getQuestion(data)).map(({ spender }) => spender))
}

function getQuestion(data: Hex) {
  return { account, calls: [{ to, data }], tokens: [] }
}

/** Fastest of several runs, in milliseconds. */
function fastest(data: Hex): number {
  const times = Array.from({ length: 7 }, () => {
    const startedAt = performance.now()
    countRights(getQuestion(data))
    return performance.now() - startedAt
  })
  return Math.min(...times)
}
