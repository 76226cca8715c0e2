import { expect, test } from 'vitest'

import { ApiError, type ApiErrorCode } from '#dashboard/api/service/client.ts'
import { identifyChains } from '#dashboard/components/flow/chainIdentity.ts'
import { describeCallError, findErrorAt } from './describeCallError.ts'

function describe(code: ApiErrorCode, issues: { path: string; message: string }[] = []) {
  return describeCallError(
    new ApiError({ status: 422, code, message: 'The reason.', issues }),
    new Map(),
  )
}

test.each<[ApiErrorCode, ReturnType<typeof describeCallError>['next']]>([
  ['SIMULATION_FAILED', 'change'],
  ['INVALID_REQUEST', 'change'],
  ['INSUFFICIENT_BALANCE', 'receive'],
  ['QUOTE_EXPIRED', 'prepare'],
  ['CONFLICT', 'prepare'],
  ['UNREACHABLE', 'again'],
  ['DELEGATION-001', 'change'],
])('after %s the next thing to do is to %s', (code, next) => {
  expect(describe(code)).toMatchObject({ code, next })
})

test('the reason of a failed try stands in the body', () => {
  expect(describe('SIMULATION_FAILED').body).toBe('The reason.')
})

test('no code and no id of the service is left in what is said', () => {
  const of = { status: 422, code: 'SIMULATION_FAILED' } as const
  const bare = new ApiError({ ...of, message: 'A call would revert: MISSING_REVERT_DATA.' })
  expect(describeCallError(bare, new Map()).body).toBe(
    'One of the calls reverts without a reason. Change the calls, then try again.',
  )
  const known = new ApiError({ ...of, message: 'A call would revert: TRANSFER_FROM_FAILED.' })
  expect(describeCallError(known, new Map()).body).toContain('transferred from your account')
})

test('what is wrong with a field is found at its place only', () => {
  const message = describe('INVALID_REQUEST', [{ path: 'calls.1.to', message: 'Not there.' }])
  expect(findErrorAt(message, 'calls.1.to')).toBe('Not there.')
  expect(findErrorAt(message, 'calls.0.to')).toBeUndefined()
  expect(findErrorAt(undefined, 'calls.1.to')).toBeUndefined()
})

test('an error that is not of the service is no reason to change the form', () => {
  expect(describeCallError(new Error('boom'), new Map())).toMatchObject({
    next: 'again',
    body: 'boom',
  })
})

test('a chain that does not answer is called by its name', () => {
  const message = 'eip155:71117002 cannot be read now.'
  const error = new ApiError({ status: 503, code: 'CHAIN_UNAVAILABLE', message, issues: [] })
  const chains = identifyChains([{ chain: 'eip155:71117002', name: 'Delta' }])
  expect(describeCallError(error, chains)).toMatchObject({
    title: 'Delta isn’t responding',
    body: expect.stringContaining('Quotes that involve Delta are paused.'),
    next: 'again',
  })
})
