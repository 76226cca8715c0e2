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
  expect(text).toContain('Your refund needs a USDC account')
  expect(text).toContain('is refunding your 1,000.00 USDC on Reef, fee included')
  expect(text).toContain(roles.faucet)
  expect(text).toContain('no longer has a USDC account, and the service can’t create one')
  expect(text).toContain('Receive any USDC there')
  expect(text).toContain(`from ${formatClockTime(1_800_000_900_000, 'seconds')}.`)
})

test('whose account is frozen or given away is not told that another could be made', () => {
  const text = renderText('unfit')
  expect(text).toContain('is frozen or belongs to someone else')
  expect(text).not.toContain('creates the account')
})
