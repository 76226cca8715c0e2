import { expect, test } from 'vitest'

import { risksOf } from './risks.ts'

const fair = {
  isPriced: true,
  paidUsd: 1000,
  receivedUsd: 999,
  feesUsd: 1,
  slippageBps: 50,
  skewMs: 0,
}

function levelsOf(changes: Partial<typeof fair> | { paidUsd: undefined }): string[] {
  return risksOf({ ...fair, ...changes }).map(({ id, level }) => `${id} ${level}`)
}

test('a fair quote has no risk worth a word', () => {
  expect(levelsOf({})).toEqual([])
})

test('price impact is a caution at 1 %, a warning at 5 % and must be confirmed at 10 %', () => {
  expect([988, 948, 898].map((receivedUsd) => levelsOf({ receivedUsd }))).toEqual([
    ['impact caution'],
    ['impact warning'],
    ['impact confirm'],
  ])
})

test('fees are a caution at 10 %, a warning at 20 % and must be confirmed at 40 %', () => {
  expect(
    [100, 200, 400].map((feesUsd) => levelsOf({ feesUsd, receivedUsd: 1000 - feesUsd })),
  ).toEqual([['fees caution'], ['fees warning'], ['fees confirm']])
})

test('a value that is not known must be confirmed', () => {
  expect(levelsOf({ paidUsd: undefined })).toEqual(['value confirm'])
})

test('dollars that only the service vouches for are no known value, however fair they look', () => {
  expect(levelsOf({ isPriced: false })).toEqual(['value confirm'])
})

test('slippage is low under 0.1 %, high from 6 % and refused above 50 %', () => {
  expect([9, 10, 599, 600, 5001].map((slippageBps) => levelsOf({ slippageBps }))).toEqual([
    ['slippage caution'],
    [],
    [],
    ['slippage warning'],
    ['slippage refuse'],
  ])
})

test('a clock that is a minute off is told', () => {
  expect(levelsOf({ skewMs: -60_000 })).toEqual(['clock caution'])
})
