import { expect, test } from 'vitest'

import { SigningError } from '#dashboard/wallets/requests/signingError.ts'
import { refundProblemOf } from './refund.ts'
import { refundFaultProblem, standingProblem } from './solanaRefundWords.ts'

test('every reason why a refund was not sent says that nothing was sent', () => {
  const faults = [
    { fault: 'settled' },
    { fault: 'early' },
    { fault: 'short' },
    { fault: 'refused', why: 'AccountFrozen' },
  ] as const
  const titles = faults.map((fault) => {
    const { title, body } = refundFaultProblem(fault, 'Reef')
    expect(body).toContain('Nothing was sent')
    return title
  })
  expect(new Set(titles).size).toBe(4)
  expect(refundFaultProblem(faults[3], 'Reef').body).toContain('AccountFrozen')
})

test('a refund that is on its way or has landed is no problem; one that failed or expired is', () => {
  expect(standingProblem(undefined, 'Reef')).toBeUndefined()
  expect(standingProblem('waiting', 'Reef')).toBeUndefined()
  expect(standingProblem('succeeded', 'Reef')).toBeUndefined()
  expect(standingProblem('failed', 'Reef')).toMatchObject({ title: 'Reef refused it' })
  expect(standingProblem('expired', 'Reef')).toMatchObject({
    title: 'Reef did not take it in time',
  })
})

test('a refusal in the wallet is told apart from a wallet that is on another account', () => {
  expect(refundProblemOf(new SigningError('REJECTED', 'No.'))).toMatchObject({
    tone: 'buff',
    title: 'You declined in the wallet',
  })
  const other = new SigningError('ACCOUNT', 'Choose the account Fh3T…JiKH in Phantom.')
  expect(refundProblemOf(other)).toMatchObject({
    title: 'It was not sent',
    body: expect.stringContaining('Choose the account Fh3T…JiKH in Phantom.'),
  })
  expect(refundProblemOf(undefined)).toBeUndefined()
})
