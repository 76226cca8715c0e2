import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { findEscrowError, escrowErrors } from './errors.ts'

test('the refusals are those of the program, number by number', () => {
  const source = new URL('../../../contracts/solana/program/errors.h', import.meta.url)
  const found = readFileSync(source, 'utf8').matchAll(/ERROR_(\w+) = (\d+)/g)
  expect(Object.fromEntries([...found].map(([, name, code]) => [code, name]))).toEqual(escrowErrors)
})

test('a number is named when it is one of them', () => {
  expect(findEscrowError(4221)).toBe('NOT_ATTESTED')
  expect(findEscrowError(1)).toBeUndefined()
})
