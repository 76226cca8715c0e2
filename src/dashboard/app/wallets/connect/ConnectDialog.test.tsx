import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { showPage, type TestPage } from '#testing/dashboard/page.ts'
import { forgetLocalWallet } from '../../../wallets/local/localWallet.ts'
import { createTestWallet } from '#testing/dashboard/wallet.ts'
import { updateAnnounced } from '../../../wallets/solana/solanaConnection.ts'
import { openWalletDialog } from '../../../wallets/walletDialogs.ts'
import { WalletDialogs } from '../WalletDialogs.tsx'

const connected = 'Connected, 0x9858…da94'
let page: TestPage | undefined

afterEach(async () => {
  await page?.disconnectEvm()
  cleanup()
  openWalletDialog('none')
  forgetLocalWallet()
  act(() => updateAnnounced({ announced: undefined }))
  vi.unstubAllGlobals()
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
  'window.ethereum is listed where it is alone (%s), and not as a second row of an announced wallet',
  async (isAlone) => {
    vi.stubGlobal('ethereum', { request: () => Promise.resolve([]) })
    page = showPage(createElement(WalletDialogs), {
      service: () => undefined,
      hasNoWallet: isAlone,
    })
    await rowOf(isAlone ? 'Browser wallet' : 'Test Wallet')
    const list = screen.getByRole('list', { name: 'Wallets in this browser', hidden: true })
    expect(within(list).getAllByRole('button', { hidden: true })).toHaveLength(1)
  },
)

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

test('without a project at WalletConnect there is no row of wallets on phones', async () => {
  page = showPage(createElement(WalletDialogs), { service: () => undefined })
  await rowOf('Test Wallet')
  expect(screen.queryByRole('button', { name: /^WalletConnect/, hidden: true })).toBeNull()
})

test('with one the row is there, its code loads once it is chosen, and closing asks for nothing', async () => {
  page = showPage(createElement(WalletDialogs), {
    service: () => undefined,
    remote: { walletConnect: { projectId: 'ab'.repeat(16), relayUrl: 'ws://127.0.0.1:9' } },
  })
  const row = await rowOf('WalletConnect')
  expect(row.textContent).toContain('Mobile wallets')
  // Wallets that are here come first.
  const rows = [...(row.closest('ul')?.children ?? [])].map(({ textContent }) => textContent)
  expect(rows.map((text) => text?.startsWith('WalletConnect'))).toEqual([false, true])
  expect(isClientLoaded()).toBe(false)
  fireEvent.click(await rowOf('WalletConnect'))
  const pairing = await screen.findByRole('dialog', {
    name: 'Connect a wallet on your phone',
    hidden: true,
  })
  expect(isClientLoaded()).toBe(true)
  fireEvent.click(within(pairing).getByRole('button', { name: 'Close', hidden: true }))
  const said = await screen.findByRole('alert', { hidden: true })
  expect(said.textContent).toContain('You closed the code before a wallet connected.')
  expect(said.textContent).toContain('Nothing was shared.')
})

test('on a phone without a Solana wallet, its apps are named with links that open this page there', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 15)' })
  const origin = { value: 'https://estuary.example', configurable: true }
  Object.defineProperty(location, 'origin', origin)
  onTestFinished(() => void Reflect.deleteProperty(location, 'origin'))
  page = showPage(createElement(WalletDialogs), { service: () => undefined })
  openWalletDialog('connect')
  await screen.findByText('Looking for Solana wallets')
  act(() => updateAnnounced({ announced: [] }))
  const link = await screen.findByRole('link', { name: /^Open in Phantom/, hidden: true })
  expect(link.getAttribute('href')).toContain('https%3A%2F%2Festuary.example%2F?ref=')
  // Apps that answer pages may be others.
  act(() => updateAnnounced({ announced: [{ name: 'Mobile Wallet Adapter', icon: 'data:,' }] }))
  await screen.findByRole('button', {
    name: /^Mobile Wallet Wallet app on this phone/,
    hidden: true,
  })
  await screen.findByRole('link', { name: /^Open in Phantom/, hidden: true })
  act(() => updateAnnounced({ announced: [{ name: 'Phantom', icon: 'data:,' }] }))
  expect(screen.queryByRole('link', { hidden: true })).toBeNull()
})

test('on a phone without an EVM wallet, its apps are named too; on a computer, how to get one', async () => {
  const origin = { value: 'https://estuary.example', configurable: true }
  Object.defineProperty(location, 'origin', origin)
  onTestFinished(() => void Reflect.deleteProperty(location, 'origin'))
  page = showPage(createElement(WalletDialogs), { service: () => undefined, hasNoWallet: true })
  openWalletDialog('connect')
  // What this browser can make comes first, and that nothing was found is said once.
  const note = await screen.findByText(/^No wallet found in this browser/)
  const local = screen.getByRole('button', { name: /^Create a wallet/, hidden: true })
  expect(note.compareDocumentPosition(local)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  expect(screen.queryByText(/^No (EVM|Solana) wallet found/)).toBeNull()
  act(() => openWalletDialog('none'))
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)' })
  act(() => openWalletDialog('connect'))
  const link = await screen.findByRole('link', { name: /^Open in Coinbase Wallet/, hidden: true })
  const there = 'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Festuary.example%2F'
  expect(link.getAttribute('href')).toBe(there)
  expect(screen.queryByText(/^No (EVM )?wallet found/)).toBeNull()
  // Apps are passed no address that only this network reaches: then it is there to be copied.
  act(() => openWalletDialog('none'))
  Object.defineProperty(location, 'origin', { ...origin, value: 'http://192.168.1.5:8080' })
  act(() => openWalletDialog('connect'))
  expect(await screen.findByText('http://192.168.1.5:8080/')).toBeTruthy()
  expect(screen.getAllByText(/^No .*wallet found/)).toHaveLength(1)
})

/** Whether WalletConnect's client was made: it leaves its core on the page. */
function isClientLoaded(): boolean {
  return Reflect.has(globalThis, '_walletConnectCore_')
}
