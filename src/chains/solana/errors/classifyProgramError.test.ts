import { expect, test } from 'vitest'

import { classifyProgramError } from './classifyProgramError.ts'
import { programs } from '../program/addresses.ts'

const escrowProgram = programs.associatedToken

test('a refusal of our escrow program is named as that of the EVM contract that it mirrors', () => {
  const reasons = [4212, 4221, 4223, 4227, 4215].map((custom) =>
    classifyProgramError({ error: { custom }, programId: escrowProgram, escrowProgram }),
  )
  expect(reasons).toEqual([
    'ORDER_EXPIRED',
    'INVALID_SIGNATURE',
    'ORDER_ALREADY_FILLED',
    'TOO_LITTLE_RECEIVED',
    'INSUFFICIENT_FUNDS_FOR_RENT',
  ])
})

test('the same number of another program means nothing to us', () => {
  const error = { custom: 4212 }
  const other = { error, programId: programs.token, escrowProgram }
  expect(classifyProgramError(other)).toBe('TRANSACTION_REVERTED')
  expect(classifyProgramError({ error })).toBe('TRANSACTION_REVERTED')
})
