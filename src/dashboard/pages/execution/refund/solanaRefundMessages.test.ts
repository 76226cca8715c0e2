import { expect, test } from 'vitest'

import { SigningError } from '#dashboard/wallets/errors/signingError.ts'
import { describeRefundError } from './refund.ts'
import { describeRefundRejection, describeRefundStatus } from './solanaRefundMessages.ts'

test('every reason why a refund was not sent says that nothing was sent', () => {
  const errors = [
    { error: 'settled' },
    { error: 'early' },
    { error: 'short' },
    { error: 'refused', why: 'AccountFrozen' },
  ] as const
  const titles = errors.map((error) => {
    const { title, body } = describeRefundRejection(error, 'Reef')
    expect(body).toContain('Nothing was sent')
    return title
  })
  expect(new Set(titles).size).toBe(4)
  expect(describeRefundRejection(errors[3], 'Reef').body).toContain('AccountFrozen')
})

test('a refund that is on its way or has landed is no problem; one that failed or expired is', () => {
  expect(describeRefundStatus(undefined, 'Reef')).toBeUndefined()
  expect(describeRefundStatus('waiting', 'Reef')).toBeUndefined()
  expect(describeRefundStatus('succeeded', 'Reef')).toBeUndefined()
  expect(describeRefundStatus('failed', 'Reef')).toMatchObject({ title: 'Reverted on Reef' })
  expect(describeRefundStatus('expired', 'Reef')).toMatchObject({
    title: 'Reef didn’t include it in time',
  })
})

test('a refusal in the wallet is told apart from a wallet that is on another account', () => {
  expect(describeRefundError(new SigningError('REJECTED', 'No.'))).toMatchObject({
    tone: 'buff',
    title: 'You declined in the wallet',
  })
  const other = new SigningError('ACCOUNT', 'Select the account Fh3T…JiKH in Phantom.')
  expect(describeRefundError(other)).toMatchObject({
    title: 'Not sent',
    body: expect.stringContaining('Select the account Fh3T…JiKH in Phantom.'),
  })
  expect(describeRefundError(undefined)).toBeUndefined()
})
