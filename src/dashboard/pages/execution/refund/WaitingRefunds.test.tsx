// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { formatClockTime } from '#dashboard/components/status/formatTime.ts'
import { WaitingRefundNote } from './WaitingRefunds.tsx'
import { buildHeldDeposit, heldOrder } from '#testing/dashboard/heldDeposit.ts'

afterEach(cleanup)

const { roles } = devnetSolana

function renderText(receiver: 'missing' | 'unfit'): string {
  const deposit = buildHeldDeposit(heldOrder)
  const { getByRole } = render(<WaitingRefundNote deposit={deposit} receiver={receiver} />)
  return getByRole('alert').textContent
}

test('who has no token account any more reads what waits, why, what to do, and from when without the service', () => {
  const text = renderText('missing')
  expect(text).toContain('Your refund waits for your USDC account')
  expect(text).toContain('gives your 1,000.00 USDC on Reef back, fee included')
  expect(text).toContain(roles.faucet)
  expect(text).toContain('has no USDC account any more, and the service makes none')
  expect(text).toContain('Receive any USDC there')
  expect(text).toContain(`from ${formatClockTime(1_800_000_900_000, 'seconds')} on`)
})

test('whose account is frozen or given away is not told that another could be made', () => {
  const text = renderText('unfit')
  expect(text).toContain('has a USDC account that is frozen or belongs to somebody else')
  expect(text).not.toContain('makes the account')
})
