import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { answerCodes } from '#testing/dashboard/chainCodes.ts'
import { showPage, type TestPage } from '#testing/dashboard/page.ts'
import { setRefusedOwner } from '../../../wallets/accounts/owner/connectOwner.ts'
import { openWalletDialog } from '../../../wallets/walletDialogs.ts'
import { AccountChip } from '../AccountChip.tsx'
import { WalletDialogs } from '../WalletDialogs.tsx'

let code = '0x'
let asked = 0
let page: TestPage

beforeEach(() =>
  answerCodes(() => {
    asked += 1
    return code
  }),
)
afterEach(async () => {
  await page.disconnectEvm()
  act(() => {
    openWalletDialog('none')
    setRefusedOwner(undefined)
  })
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** Connects as wagmi does by itself: after a reload, or when the wallet chooses another account. */
async function connect(): Promise<void> {
  page = showPage(
    createElement('div', null, createElement(AccountChip), createElement(WalletDialogs)),
    // Elsewhere than on a devnet the chains' addresses are known at once.
    { service: () => undefined, network: { ...devnetWithSolana, isDevnet: false } },
  )
  await page.connectEvm()
}

test('an account that is a contract is disconnected, and the dialog says why and what to do', async () => {
  code = '0x6080604052'
  await connect()
  const said = await screen.findByRole('alert', { hidden: true })
  expect(said.textContent).toContain('The account selected in Test Wallet is a contract')
  expect(said.textContent).toContain('0x9858…da94 is a contract and can’t sign')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Connect' })).toBeDefined())
})

test('an account held by a key stays connected', async () => {
  code = `0xef0100${'12'.repeat(20)}`
  await connect()
  await waitFor(() => expect(asked).toBeGreaterThan(6))
  expect(screen.getByRole('button', { name: /^Account 0x/ })).toBeDefined()
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})
