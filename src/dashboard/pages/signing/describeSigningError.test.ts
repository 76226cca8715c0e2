import { expect, test } from 'vitest'
import { ApiError } from '../../api/service/client.ts'
import { identifyChains } from '../../components/flow/chainIdentity.ts'
import { ReviewError } from '../../review/signing/signOne.ts'
import { SigningError } from '../../wallets/errors/signingError.ts'
import { describeSigningError } from './describeSigningError.ts'

const progress = { signed: 1, total: 1 }
const sent = { ...progress, wasSent: true }
const answers = [
  ['200 unreadable', new ApiError({ status: 200, code: 'UNREADABLE', message: 'm' })],
  ['403 of a proxy', new ApiError({ status: 403, code: 'UNREADABLE', message: 'm' })],
  ['401', new ApiError({ status: 401, code: 'UNAUTHENTICATED', message: 'm' })],
  ['404', new ApiError({ status: 404, code: 'NOT_FOUND', message: 'm' })],
  ['408', new ApiError({ status: 408, code: 'UNREADABLE', message: 'm' })],
  ['413', new ApiError({ status: 413, code: 'UNREADABLE', message: 'm' })],
] as const

test.each(answers)('after an unanswered send, %s says nothing about it', (_name, error) => {
  const message = describeSigningError(error, sent)
  expect.soft(message.mayBeSent).toBe(true)
  expect.soft(message.isOver).toBe(false)
  expect.soft(message.body).not.toContain('Nothing moved')
})

test.each([
  new ApiError({ status: 400, code: 'QUOTE_EXPIRED', message: 'm' }),
  new ApiError({ status: 422, code: 'PRICE_UNAVAILABLE', message: 'm' }),
])('what the service refused after it had looked is over: $code', (error) => {
  expect(describeSigningError(error, sent)).toMatchObject({ isOver: true, retry: undefined })
})

test('an answer of 200 that cannot be read does not say that nothing moved', () => {
  expect(describeSigningError(answers[0][1], progress).body).not.toContain('Nothing moved')
})

test.each([
  ['expired', new ReviewError('EXPIRED', 'over')],
  ['owner', new ReviewError('NOT_THE_OWNER', 'x')],
  ['unsigned', new ReviewError('NOT_SIGNABLE', 'x')],
  ['wallet', new SigningError('ABSENT', 'x')],
  ['abort', new Error('x')],
] as const)(
  'nobody reads that nothing was sent after a send without an answer: %s',
  (_n, error) => {
    const { body, mayBeSent } = describeSigningError(error, sent)
    expect.soft(mayBeSent).toBe(true)
    expect.soft(body).not.toContain('Nothing was sent')
  },
)

test('what the service says of a signed quote names chains and reasons as people know them', () => {
  const message = 'The operation on eip155:71117002 would revert: TRANSFER_FAILED.'
  const error = new ApiError({ status: 422, code: 'SIMULATION_FAILED', message })
  const chains = identifyChains([{ chain: 'eip155:71117002', name: 'Delta' }])
  expect(describeSigningError(error, { ...progress, chains }).body).toContain(
    'The operation on Delta would revert: The token transfer failed.',
  )
})
