import { cleanup, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { ExecutionDetails } from './ExecutionDetails.tsx'
import { testAddress } from '#testing/dashboard/wallet.ts'
import { computeOwnAccount } from '#dashboard/wallets/accounts/choice/ownAccounts.ts'
import { buildExecutionView, type ExecutionView } from './view/executionView.ts'

afterEach(cleanup)

const chainId = 'eip155:71117001'
const chain = { chain: chainId, name: 'Firth', code: 'FI', slot: 1 } as const
const fee = {
  units: 12_000n,
  decimals: 6,
  symbol: 'USDC',
  valueUsd: 0.012,
  chain,
  chainId,
} as const
const nothing = { network: devnetWithSolana, chains: new Map(), trace: undefined }
const view: ExecutionView = {
  ...buildExecutionView({ ...nothing, status: undefined, record: undefined }),
  type: 'CALL',
  isDelivered: true,
  paid: fee,
  fees: {
    parts: [{ ...fee, kind: 'service', receiver: undefined }],
    isOfReceived: false,
    totalUsd: 0.012,
    source: 'signed',
  },
  call: {
    chain,
    account: '',
    coin: 'ETH',
    calls: [],
    lent: [],
    received: [],
    isFunded: false,
    revert: undefined,
    search: undefined,
  },
}

test('no worth is told of what the chains show and no quote has valued', () => {
  const asset = { ...fee, units: 1_000_000n, valueUsd: undefined, source: 'chain' } as const
  const leg = { ...asset, state: 'done', word: 'settled', stateLabel: 'Settled' } as const
  const swap: ExecutionView = {
    ...view,
    type: 'SWAP',
    call: undefined,
    paid: asset,
    legs: [leg, { ...leg, valueUsd: 1 }],
    received: asset,
    fees: undefined,
  }
  const quoteId = `0x${'ab'.repeat(32)}`
  showPage(createElement(ExecutionDetails, { view: swap, quoteId }), { service: () => undefined })
  const text = screen.getByRole('region', { name: 'Details' }).textContent
  expect(text).toContain('1.00 USDC')
  expect(text).not.toContain('at the quoted price')
})

test('the fee of a call that pays for itself stands once', () => {
  const quoteId = `0x${'ab'.repeat(32)}`
  showPage(createElement(ExecutionDetails, { view, quoteId }), { service: () => undefined })
  const names = screen.getAllByRole('term').map((one) => one.textContent)
  expect(names.filter((name) => /fee/i.test(name))).toEqual(['Fees'])
})

test('an own account is called as in the review', async () => {
  const { accountAddress } = computeOwnAccount(devnetWithSolana, {
    owner: testAddress,
    kind: 'roleBased',
  })
  const swap: ExecutionView = { ...view, call: undefined, recipient: accountAddress }
  const quoteId = `0x${'ab'.repeat(32)}`
  const page = showPage(createElement(ExecutionDetails, { view: swap, quoteId }), {
    service: () => undefined,
  })
  await page.connectEvm()
  const recipient = screen.getByText('Recipient').nextElementSibling
  await waitFor(() => expect(recipient?.textContent).toContain('Your account'))
})
