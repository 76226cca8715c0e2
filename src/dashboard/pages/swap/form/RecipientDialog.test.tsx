import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { computeOwnAccount } from '#dashboard/wallets/accounts/choice/ownAccounts.ts'
import { testAddress } from '#testing/dashboard/wallet.ts'
import { saveSignedRecipient } from '../../signing/storage/signedRecipients.ts'
import { showPage, type TestPage } from '#testing/dashboard/page.ts'
import { SwapPage } from '../SwapPage.tsx'

const chainId = 'eip155:71117002'
const friend = '0xdA46E938DD9adC1E1A78af9B842677CF95909Fc2'
/** Starts and ends like {@link friend}. */
const imitation = '0xDA46D06Bf7cE118b675a5C476F6bfE73D4d29FC2'
const own = computeOwnAccount(devnetWithSolana, { owner: testAddress, kind: 'roleBased' })
/** Address poisoning: somebody paid the look-alike and named this account too. */
const planted: HistoryRecord = {
  quoteId: `0x${'66'.repeat(32)}`,
  status: 'COMPLETED',
  type: 'TRANSFER',
  user: own.accountAddress,
  recipientAccountId: `${chainId}/${imitation}`,
  originChainOperations: [],
  destinationChainOperations: [],
  originToken: { aggregatedAssetId: 'agg:usdc', amount: '1', assetType: [], fiatValue: [] },
  destinationToken: {
    aggregatedAssetId: 'agg:usdc',
    amount: '1',
    assetType: `${chainId}/slip44:60`,
  },
  timestamp: '2026-11-21T04:42:02.000Z',
}

let page: TestPage
afterEach(async () => {
  await page.disconnectEvm()
  cleanup()
  localStorage.clear()
})

async function openDialog(): Promise<HTMLElement> {
  window.history.replaceState(null, '', '/swap?from=agg:usdc&to=agg:usdc&amount=25')
  let isAsked = false
  page = showPage(createElement(SwapPage), {
    service({ pathname }) {
      if (!pathname.endsWith('/get-tx-history')) return undefined
      isAsked = true
      return Response.json({ transactions: [planted] })
    },
  })
  await page.connectEvm()
  const [row] = await screen.findAllByRole('button', { name: /^Recipient/ })
  if (row) fireEvent.click(row)
  const dialog = await screen.findByRole('dialog', { name: 'Recipient' })
  // The history would have been loaded by now, if it were requested at all.
  if (isAsked) await within(dialog).findByText('Paid before')
  return dialog
}

function enter(dialog: HTMLElement, text: string): void {
  fireEvent.change(within(dialog).getByRole('combobox', { name: 'Address' }), {
    target: { value: text },
  })
}

test('an address that somebody put into the history is neither recent nor known', async () => {
  const dialog = await openDialog()
  expect(within(dialog).queryByText('Paid before')).toBeNull()
  enter(dialog, imitation)
  await within(dialog).findByText('You haven’t used this address before')
  enter(dialog, friend)
  await within(dialog).findByText('You haven’t used this address before')
})

test('whom this browser paid is recent, and its imitation is refused', async () => {
  const asset = { assetId: 'agg:usdc' }
  saveSignedRecipient({
    request: {
      from: { accounts: [own], asset, amount: '1' },
      to: { asset, account: `${chainId}:${friend}` },
    },
    payers: [own.accountAddress],
  })
  const dialog = await openDialog()
  const field = within(dialog).getByRole('combobox', { name: 'Address' })
  const options = within(dialog).getAllByRole('option')
  expect(options.map((one) => one.textContent?.replace(/^.*(?=Your|Paid)/, ''))).toEqual([
    'Your account',
    'Paid before',
  ])
  // No option is active until an arrow key is pressed: Enter takes the typed address.
  fireEvent.keyDown(field, { key: 'ArrowUp' })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() =>
    expect(within(dialog).getByRole('combobox', { name: 'Address' })).toHaveProperty(
      'value',
      friend,
    ),
  )
  expect(within(dialog).queryByText('You haven’t used this address before')).toBeNull()
  enter(dialog, imitation)
  await within(dialog).findByText('Look-alike address')
  const use = within(dialog).getByRole('button', { name: 'Use this recipient' })
  expect(use).toHaveProperty('disabled', true)
})
