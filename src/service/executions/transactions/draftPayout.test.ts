import { expect, test } from 'vitest'

import { getNamedAttestors } from './draftPayout.ts'

const all = ['a', 'b', 'c']
const turns = [0, 15_000, 30_000, 45_000]

test('of three attestors two are named, and each is left out in its turn: a silent one holds nothing up', () => {
  const named = turns.map((nowMs) =>
    getNamedAttestors(nowMs, { all, threshold: 2, opposed: [] }).join(''),
  )
  expect(named).toEqual(['ab', 'bc', 'ac', 'ab'])
  expect(getNamedAttestors(14_999, { all, threshold: 2, opposed: [] })).toEqual(['a', 'b'])
})

test('who is bound to say something else is not asked while the others suffice', () => {
  const named = turns.map((nowMs) =>
    getNamedAttestors(nowMs, { all, threshold: 2, opposed: ['b'] }).join(''),
  )
  expect(new Set(named)).toEqual(new Set(['ac']))
  expect(getNamedAttestors(0, { all, threshold: 2, opposed: ['b', 'c'] })).toHaveLength(2)
})

test('one attestor alone is always named, and nobody where there is none', () => {
  for (const nowMs of turns) {
    expect(getNamedAttestors(nowMs, { all: ['a'], threshold: 1, opposed: [] })).toEqual(['a'])
    expect(getNamedAttestors(nowMs, { all: [], threshold: 0, opposed: [] })).toEqual([])
  }
})
