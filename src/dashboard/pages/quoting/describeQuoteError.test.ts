import { expect, test } from 'vitest'

import { ApiError } from '#dashboard/api/service/client.ts'
import { identifyChains } from '#dashboard/components/flow/chainIdentity.ts'
import { describeQuoteError } from './describeQuoteError.ts'

const chains = identifyChains([{ chain: 'eip155:71117002', name: 'Delta' }])

test('a code of the chain is put in a sentence, and stays for support only', () => {
  const message = 'The operation on eip155:71117002 would revert: MISSING_REVERT_DATA.'
  const error = new ApiError({ status: 422, code: 'SIMULATION_FAILED', message })
  expect(describeQuoteError(error, chains)).toMatchObject({
    body: 'One of its steps reverts right now. Try again, or change the amount.',
    detail: 'The operation on Delta would revert: MISSING_REVERT_DATA.',
  })
})

test('a sentence of the service is said as it is, with the names of chains', () => {
  const message = 'It is not traded on eip155:71117002.'
  const error = new ApiError({ status: 422, code: 'SIMULATION_FAILED', message })
  expect(describeQuoteError(error, chains)).toMatchObject({
    body: 'It is not traded on Delta.',
    detail: '',
  })
})
