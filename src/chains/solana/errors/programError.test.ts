import fc from 'fast-check'
import { expect, test } from 'vitest'

import { programs } from '../program/addresses.ts'
import {
  decodeProgramError,
  describeProgramError,
  encodeProgramError,
  parseProgramError,
} from './programError.ts'

const programIds = [programs.computeBudget, programs.associatedToken]

test('names the program of the instruction that failed', () => {
  const err = { InstructionError: [1, { Custom: 3 }] }
  expect(parseProgramError({ err, logs: [] }, programIds)).toEqual({
    error: { custom: 3 },
    programId: programs.associatedToken,
  })
})

test('names the program that failed inside another, and is not fooled by what one says', () => {
  const err = { InstructionError: [1, { Custom: 1 }] }
  const logs = [
    `Program ${programs.associatedToken} invoke [1]`,
    `Program log: Program ${programs.computeBudget} failed: custom program error: 0x1`,
    `Program ${programs.token} invoke [2]`,
    'Program log: Error: insufficient funds',
    `Program ${programs.token} failed: custom program error: 0x1`,
    `Program ${programs.associatedToken} failed: custom program error: 0x1`,
  ]
  expect(parseProgramError({ err, logs }, programIds)).toEqual({
    error: { custom: 1 },
    programId: programs.token,
  })
})

test.each([
  ['BlockhashNotFound', { error: 'BlockhashNotFound' }],
  [{ InsufficientFundsForRent: { account_index: 1 } }, { error: 'InsufficientFundsForRent' }],
  [
    { InstructionError: [0, 'IllegalOwner'] },
    { error: 'IllegalOwner', programId: programs.computeBudget },
  ],
  [
    { InstructionError: [0, { BorshIoError: 'unknown' }] },
    { error: 'BorshIoError', programId: programs.computeBudget },
  ],
  [{ InstructionError: [9, 'IllegalOwner'] }, { error: 'IllegalOwner' }],
  [{}, { error: 'UnknownError' }],
])('reads %o as a node says it', (err, programError) => {
  expect(parseProgramError({ err, logs: [] }, programIds)).toEqual(programError)
})

test('a failure comes through revert data as it was', () => {
  const error = fc.oneof(fc.string(), fc.record({ custom: fc.nat() }))
  const programError = fc.record(
    { error, programId: fc.constantFrom(...programIds) },
    { requiredKeys: ['error'] },
  )
  fc.assert(
    fc.property(programError, (one) => {
      expect(decodeProgramError(encodeProgramError(one))).toEqual(one)
    }),
  )
})

test('the revert data of a contract is no failure of a program', () => {
  expect(decodeProgramError('0x')).toBeUndefined()
  expect(decodeProgramError('0x08c379a0')).toBeUndefined()
  expect(decodeProgramError(`0x${Buffer.from('{"error":5}').toString('hex')}`)).toBeUndefined()
})

test('a failure is said in words, with the program that failed', () => {
  const custom = encodeProgramError({ error: { custom: 3 }, programId: programs.token })
  expect(describeProgramError(custom)).toBe(
    `custom program error 3 of the program ${programs.token}`,
  )
  expect(describeProgramError(encodeProgramError({ error: 'AccountNotFound' }))).toBe(
    'AccountNotFound',
  )
  expect(describeProgramError('0x08c379a0')).toBeUndefined()
})
