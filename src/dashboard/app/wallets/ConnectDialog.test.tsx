// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { showPage, type TestPage } from '#testing/dashboard/page.ts'
import { forgetLocalWallet } from '../../wallets/local/localWallet.ts'
import { createTestWallet } from '#testing/dashboard/wallet.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { WalletDialogs } from './WalletDialogs.tsx'

const connected = 'Connected, 0x9858…da94'
let page: TestPage | undefined

afterEach(async () => {
  await page?.disconnectEvm()
  cleanup()
  openWalletDialog('none')
  await forgetLocalWallet()
  localStorage.clear()
})

/** Opens the dialog where needed. @returns The row of an EVM wallet. */
async function rowOf(name: string): Promise<HTMLElement> {
  openWalletDialog('connect')
  const list = await screen.findByRole('list', { name: 'Wallets in this browser', hidden: true })
  return within(list).findByRole('button', { name: new RegExp(`^${name}`), hidden: true })
}

async function choose(name: string): Promise<void> {
  fireEvent.click(await rowOf(name))
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
}

test('a wallet that is connected says so, and choosing it again is no fault', async () => {
  page = showPage(createElement(WalletDialogs), { service: () => undefined })
  expect((await rowOf('Test Wallet')).textContent).toContain('Browser wallet')
  await choose('Test Wallet')
  expect((await rowOf('Test Wallet')).textContent).toContain(connected)
  await choose('Test Wallet')
  await page.disconnectEvm()
  const row = await rowOf('Test Wallet')
  await waitFor(() => expect(row.textContent).toContain('Browser wallet'))
})

test.each([true, false])(
  'with a faucet (%s) a funded wallet is offered, else not',
  async (hasFaucet) => {
    const { name, names } = devnet
    const discovery = {
      network: name,
      quoteSigner: `0x${'5e'.repeat(32)}`,
      aggregatedPrefix: names.aggregatedPrefix,
      accountTypes: names.accountTypes,
      hasFaucet,
      chains: [],
    }
    let isAsked = false
    page = showPage(createElement(WalletDialogs), {
      service({ pathname }) {
        if (!pathname.endsWith('/discovery')) return undefined
        isAsked = true
        return Response.json(discovery)
      },
    })
    openWalletDialog('connect')
    await screen.findByRole('button', { name: /^Use a recovery phrase/, hidden: true })
    await waitFor(() => expect(isAsked).toBe(true))
    const offered = { name: /^Try it now/, hidden: true }
    await waitFor(() =>
      expect(screen.queryAllByRole('button', offered)).toHaveLength(hasFaucet ? 1 : 0),
    )
  },
)

test('the local wallet says whether it is connected, not only that it is there', async () => {
  page = showPage(createElement(WalletDialogs), { service: () => undefined })
  await createTestWallet()
  expect((await rowOf('Local wallet')).textContent).toContain('In this browser')
  await choose('Local wallet')
  expect((await rowOf('Local wallet')).textContent).toContain(connected)
  await choose('Local wallet')
})
