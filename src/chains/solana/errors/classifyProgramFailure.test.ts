import { expect, test } from 'vitest'

import { classifyProgramFailure } from './classifyProgramFailure.ts'
import { programs } from '../program/addresses.ts'

const escrowProgram = programs.associatedToken

test('a refusal of our escrow program is named as that of the EVM contract that it mirrors', () => {
  const reasons = [4212, 4221, 4223, 4227, 4215].map((custom) =>
    classifyProgramFailure({ error: { custom }, programId: escrowProgram, escrowProgram }),
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
  expect(classifyProgramFailure(other)).toBe('TRANSACTION_REVERTED')
  expect(classifyProgramFailure({ error })).toBe('TRANSACTION_REVERTED')
})
