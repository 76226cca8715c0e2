import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { setSolanaAccount, showPage, type TestPage } from '#testing/dashboard/page.ts'
import { buildPrices } from '#testing/dashboard/heldBalances.ts'
import { createTestWallet, testAddress } from '#testing/dashboard/wallet.ts'
import { buildUsdtRecord } from '../../api/balances/sampleBalances.ts'
import { setPreferences } from '../../api/state/preferences.ts'
import { eraseStoredData } from '../../storedData.ts'
import {
  chooseAccounts,
  defaultChoice,
  getAccountChoice,
} from '../../wallets/accounts/choice/accountChoice.ts'
import { type EvmKind, computeOwnAccount } from '../../wallets/accounts/choice/ownAccounts.ts'
import { localWalletRdns } from '../../wallets/local/localWalletIdentity.ts'
import { addLocalKey, forgetLocalWallet } from '../../wallets/local/localWallet.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { AccountChip } from './AccountChip.tsx'
import { WalletDialogs } from './WalletDialogs.tsx'

const wallet = { id: 'test.wallet', name: 'Test Wallet' }
const watched = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
/** What the service says that addresses hold; none for those that it cannot read. */
let held: Readonly<Record<string, Partial<BalanceRecord>>> = {}
let isDown = false
let page: TestPage | undefined

beforeEach(() => {
  held = {}
  isDown = false
})

afterEach(async () => {
  await page?.disconnectEvm()
  setSolanaAccount(undefined)
  act(() => openWalletDialog('none'))
  cleanup()
  forgetLocalWallet()
  chooseAccounts(testAddress, defaultChoice)
  setPreferences({ hideAmounts: false })
  act(eraseStoredData)
})

function answer({ pathname, searchParams }: URL): Response | undefined {
  if (!pathname.includes('/balances/')) return undefined
  if (isDown) return new Response('{}', { status: 503 })
  const account = searchParams.get('account') ?? ''
  const found = Object.entries(held).find(([address]) => account.endsWith(address))
  return Response.json({
    balanceByAggregatedAsset: [],
    balanceBySpecificAsset: [],
    totalBalance: { fiatValue: 0 },
    accounts: {},
    ...found?.[1],
  })
}

function addressOf(kind: EvmKind): `0x${string}` {
  return computeOwnAccount(devnetWithSolana, { owner: testAddress, kind }).accountAddress
}

/** Opens the dialog with the wallet connected. */
async function open(walletId?: string): Promise<HTMLElement> {
  page = showPage(
    createElement('div', null, createElement(AccountChip), createElement(WalletDialogs)),
    { service: answer, prices: buildPrices({ USDT: 1 }) },
  )
  await page.connectEvm(walletId)
  act(() => openWalletDialog('account'))
  return screen.findByRole('list', { name: 'Accounts', hidden: true })
}

/** The rows from the top, by the name that they are shown with. */
function readNames(): (string | null)[] {
  const list = screen.getByRole('list', { name: 'Accounts', hidden: true })
  return [...list.children].map((row) => row.getAttribute('aria-label')?.split(' 0x')[0] ?? null)
}

function press(name: string | RegExp): void {
  fireEvent.click(screen.getByRole('button', { name, hidden: true }))
}

/** The row of an account that is called so. */
function row(name: string): HTMLElement {
  return screen.getByRole('listitem', { name: new RegExp(`^${name} `), hidden: true })
}

function pickOf(name: string): HTMLElement {
  return within(row(name)).getByRole('radio', { hidden: true })
}

function keep(kinds: readonly EvmKind[]): void {
  const listed = kinds.map((kind) => ({ owner: testAddress, kind, wallet }) as const)
  chooseAccounts(testAddress, { ...defaultChoice, listed })
}

test('one account is shown without a choice to make; the technical part waits behind More', async () => {
  const list = await open()
  expect(readNames()).toEqual(['Smart account'])
  expect(list.textContent).toContain('Signs with your wallet’s key')
  expect(list.textContent).not.toMatch(/role|admin|ERC-4337|factory/i)
  expect(screen.queryByRole('button', { name: /^Move|from the list/, hidden: true })).toBeNull()
  press('More about Smart account')
  expect(list.textContent).toMatch(/Role-based smart account \(ERC-4337\)/)
  expect(list.textContent).toContain('Salt')
})

test('an account is renamed where it stands, everywhere, and back', async () => {
  await open()
  press('Rename Smart account')
  const field = screen.getByRole('textbox', { name: 'Account name', hidden: true })
  fireEvent.change(field, { target: { value: ' Every day ' } })
  fireEvent.submit(field)
  expect(readNames()).toEqual(['Every day'])
  expect(screen.getByRole('button', { name: /^Account Every day, 0x/, hidden: true })).toBeDefined()
  press('Rename Every day')
  const again = screen.getByRole('textbox', { name: 'Account name', hidden: true })
  fireEvent.change(again, { target: { value: 'Never' } })
  fireEvent.keyDown(again, { key: 'Escape' })
  expect(readNames()).toEqual(['Every day'])
  press('Rename Every day')
  const long = screen.getByRole('textbox', { name: 'Account name', hidden: true })
  fireEvent.change(long, { target: { value: 'x'.repeat(41) } })
  fireEvent.submit(long)
  fireEvent.blur(long)
  expect(screen.getByText('Use at most 40 characters; this has 41.')).toBeDefined()
  expect(readNames()).not.toContain('x'.repeat(40))
  fireEvent.keyDown(long, { key: 'Escape' })
  press('Rename Every day')
  const last = screen.getByRole('textbox', { name: 'Account name', hidden: true })
  fireEvent.change(last, { target: { value: '' } })
  fireEvent.blur(last)
  expect(readNames()).toEqual(['Smart account'])
})

test('another account becomes the active one by a click, and the list keeps its order', async () => {
  keep(['basic', 'eip7702'])
  await open()
  expect(readNames()).toEqual(['Smart account', 'Basic account', 'Own address'])
  fireEvent.click(pickOf('Basic account'))
  await waitFor(() => expect(getAccountChoice(testAddress).main).toBe('basic'))
  expect(getAccountChoice(testAddress)).toMatchObject({ also: [], joined: [] })
  expect(readNames()).toEqual(['Smart account', 'Basic account', 'Own address'])
  fireEvent.click(
    screen.getByRole('checkbox', { name: 'Also pay from Smart account', hidden: true }),
  )
  expect(getAccountChoice(testAddress).also).toEqual(['roleBased'])
  press('Use only Smart account')
  await waitFor(() => expect(getAccountChoice(testAddress).main).toBe('roleBased'))
  expect(getAccountChoice(testAddress).also).toEqual([])
  const own = within(row('Own address'))
  expect(own.getByRole('radio', { hidden: true })).toHaveProperty('disabled', true)
  expect(own.getByText(/^Needs a wallet that signs EIP-7702/)).toBeDefined()
})

test('a removed account comes back by Undo, and the active one cannot be removed', async () => {
  keep(['basic'])
  await open()
  expect(screen.queryByRole('button', { name: /^Remove Smart/, hidden: true })).toBeNull()
  press('Remove Basic account from the list')
  expect(readNames()).toEqual(['Smart account'])
  const said = screen.getByText(/from the list\. Its funds/)
  expect(said.textContent).toContain('Its funds stay where they are.')
  expect(document.activeElement?.textContent).toBe('Undo')
  press('Undo')
  expect(readNames()).toEqual(['Smart account', 'Basic account'])
  expect(getAccountChoice(testAddress).listed).toHaveLength(1)
})

test('accounts are moved by buttons, which keep the focus, and the new place is announced', async () => {
  keep(['basic', 'eip7702'])
  await open()
  const [up, down] = ['up', 'down'].map((way) =>
    screen.getByRole('button', { name: `Move Own address ${way}`, hidden: true }),
  )
  if (!up || !down) throw new Error('Expected two buttons.')
  expect(down.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(down)
  expect(readNames()).toEqual(['Smart account', 'Basic account', 'Own address'])
  fireEvent.click(up)
  expect(readNames()).toEqual(['Smart account', 'Own address', 'Basic account'])
  expect(screen.getByText('Own address: 2 of 3')).toBeDefined()
  fireEvent.click(up)
  fireEvent.click(up)
  expect(readNames()).toEqual(['Own address', 'Smart account', 'Basic account'])
  expect(up.getAttribute('aria-disabled')).toBe('true')
  down.focus()
  fireEvent.click(down)
  expect(readNames()).toEqual(['Smart account', 'Own address', 'Basic account'])
  expect(document.activeElement).toBe(down)
})

test('what could not be read is unknown, never 0: a chain of the balance, or of a vault', async () => {
  keep(['basic', 'eip7702'])
  const [chain] = devnetWithSolana.chains
  const part = { unavailableChains: [chain?.chainId ?? 'eip155:1'] }
  held = {
    [addressOf('roleBased')]: { totalBalance: { fiatValue: 0 } },
    [addressOf('basic')]: part,
  }
  await open()
  // No chain answers this browser, and vaults are read by it.
  await waitFor(() => expect(row('Smart account').textContent).toContain('Unknown'))
  await waitFor(() => expect(row('Basic account').textContent).toContain('Unknown'))
})

test('hidden amounts stay hidden in the list', async () => {
  held = { [addressOf('roleBased')]: buildUsdtRecord() }
  await open()
  await waitFor(() => expect(row('Smart account').textContent).toContain('At least $30.00'))
  act(() => setPreferences({ hideAmounts: true }))
  expect(row('Smart account').textContent).toContain('At least $****')
})

test('without the service every balance is unknown', async () => {
  isDown = true
  await open()
  await waitFor(() => expect(row('Smart account').textContent).toContain('Unknown'))
})

test('an address to look at is added, and can only be looked at', async () => {
  await open()
  act(() => openWalletDialog('add'))
  const field = await screen.findByRole('textbox', { name: 'Watch an address', hidden: true })
  for (const [typed, problem] of [
    ['nothing', 'This isn’t an address.'],
    ['bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', /^This is a Bitcoin address/],
    [addressOf('roleBased'), 'This address is already in the list.'],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } })
    fireEvent.submit(field)
    expect(screen.getByText(problem)).toBeDefined()
  }
  fireEvent.change(field, { target: { value: watched } })
  fireEvent.submit(field)
  await screen.findByRole('list', { name: 'Accounts', hidden: true })
  const added = within(row('0x3C44…93BC'))
  expect(added.queryByRole('radio', { hidden: true })).toBeNull()
  expect(added.getByRole('link', { hidden: true }).getAttribute('href')).toBe(`/watch/${watched}`)
  press('Remove 0x3C44…93BC from the list')
  expect(readNames()).toEqual(['Smart account'])
  press('Undo')
  expect(readNames()).toHaveLength(2)
})

test('further kinds of the same key are added and taken back, the active one is not', async () => {
  await open()
  act(() => openWalletDialog('add'))
  const add = await screen.findByRole('button', {
    name: 'Add Basic account from Test Wallet',
    hidden: true,
  })
  expect(screen.queryByRole('button', { name: /^Add Smart account/, hidden: true })).toBeNull()
  expect(screen.getByRole('button', { name: /^Add Own address/, hidden: true })).toHaveProperty(
    'disabled',
    true,
  )
  fireEvent.click(add)
  expect(getAccountChoice(testAddress).also).toEqual(['basic'])
  fireEvent.click(add)
  expect(getAccountChoice(testAddress).also).toEqual([])
})

test('each wallet is disconnected alone', async () => {
  await open()
  setSolanaAccount(devnetSolana.roles.payee)
  expect(row('Solana account')).toBeDefined()
  press('Disconnect Solana wallet')
  await waitFor(() => expect(screen.queryByText('Solana account')).toBeNull())
  expect(readNames()).toEqual(['Smart account'])
  setSolanaAccount(devnetSolana.roles.payee)
  press('Disconnect EVM wallet')
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
  act(() => openWalletDialog('account'))
  await screen.findByText('No EVM wallet is connected')
  expect(row('Solana account')).toBeDefined()
})

test('an account of another key becomes the active one with the whole list, if its wallet is connected', async () => {
  await createTestWallet()
  const other = await addLocalKey()
  localStorage.setItem(`wagmi.${localWalletRdns}.used`, 'true')
  const local = { id: localWalletRdns, name: 'Local wallet' }
  chooseAccounts(testAddress, {
    ...defaultChoice,
    joined: [
      { owner: other, kind: 'basic', wallet: local },
      { owner: watched, kind: 'eip7702', wallet },
    ],
  })
  await open()
  await waitFor(() => expect(pickOf('Basic account')).toHaveProperty('disabled', false))
  expect(row('Own address').textContent).toContain('Wallet not connected')
  expect(within(row('Own address')).getByRole('radio', { hidden: true })).toHaveProperty(
    'disabled',
    true,
  )
  fireEvent.click(pickOf('Basic account'))
  await waitFor(() => expect(pickOf('Basic account')).toHaveProperty('checked', true))
  expect(readNames()).toEqual(['Smart account', 'Basic account', 'Own address'])
  expect(row('Smart account').textContent).toContain('signs with')
  expect(getAccountChoice(other)).toMatchObject({
    main: 'basic',
    joined: [{ owner: testAddress, kind: 'roleBased' }, { owner: watched }],
  })
  chooseAccounts(other, defaultChoice)
})

test('the local wallet says that it is for test funds, and shows and hides its phrase', async () => {
  await createTestWallet()
  await open(localWalletRdns)
  const local = within(screen.getByRole('region', { name: 'Local wallet', hidden: true }))
  expect(local.getByText('For test funds only')).toBeDefined()
  const words = { name: 'Recovery phrase', hidden: true }
  expect(local.queryByRole('list', words)).toBeNull()
  press('Show phrase')
  expect(local.getByRole('list', words).textContent).toContain('12about')
  expect(local.getByRole('button', { name: 'Copy phrase', hidden: true })).toBeDefined()
  press('Hide phrase')
  expect(local.queryByRole('list', words)).toBeNull()
})
