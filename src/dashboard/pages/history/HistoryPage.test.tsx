import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { chooseAccounts, defaultChoice } from '../../wallets/accounts/choice/accountChoice.ts'
import { computeOwnAccount } from '../../wallets/accounts/choice/ownAccounts.ts'
import { testAddress } from '#testing/dashboard/wallet.ts'
import { setSolanaAccount, showPage, type TestPage } from '#testing/dashboard/page.ts'
import { keepAddedFunds } from '../../api/state/addedFunds.ts'
import { saveContact } from '../quoting/recipient/addressBook.ts'
import { HistoryPage } from './HistoryPage.tsx'
import { buildTestRecord } from '#testing/dashboard/record.ts'

const onSolana = devnetSolana.roles.payee
const onEvm = computeOwnAccount(devnetWithSolana, {
  owner: testAddress,
  kind: 'roleBased',
}).accountAddress
const evmId = `0x${'e1'.repeat(32)}` as const
const solanaId = `0x${'50'.repeat(32)}` as const
const histories: Readonly<Record<string, HistoryRecord>> = {
  [onEvm]: buildTestRecord({ quoteId: evmId }),
  [onSolana]: buildTestRecord({ quoteId: solanaId }),
}
/** Both have the same time: the higher id comes first. */
const both = [`/executions/${evmId}`, `/executions/${solanaId}`]
/** Accounts and orders of the history requests so far. */
let requests: string[] = []
/** What was searched for. */
let searches: (string | null)[] = []
/** What the list was narrowed to last. */
let narrowed: Record<string, string> = {}
let page: TestPage | undefined

afterEach(async () => {
  await page?.disconnectEvm()
  setSolanaAccount(undefined)
  cleanup()
  chooseAccounts(testAddress, defaultChoice)
  localStorage.clear()
})

/** Opens the page at a URL, with these wallets connected. */
async function open(address: string, wallets: readonly ('evm' | 'solana')[]): Promise<void> {
  requests = []
  searches = []
  window.history.replaceState(null, '', address)
  page = showPage(createElement(HistoryPage), { service: answer })
  if (wallets.includes('evm')) await page.connectEvm()
  if (wallets.includes('solana')) setSolanaAccount(onSolana)
}

function answer({ pathname, searchParams }: URL): Response | undefined {
  if (pathname.endsWith('/assets/list')) return Response.json([])
  if (!pathname.endsWith('/get-tx-history')) return undefined
  const user = searchParams.get('user') ?? ''
  // What changed last is asked for beside the list.
  if (searchParams.get('limit') !== '50') {
    requests.push(`${user} ${searchParams.get('sortBy')}`)
    searches.push(searchParams.get('search'))
    const { user: _, sortBy: __, limit: ___, ...filter } = Object.fromEntries(searchParams)
    narrowed = filter
  }
  const record = histories[user]
  return Response.json({ transactions: record ? [record] : [] })
}

/** Returns the executions that the list links to. */
async function getLinks(): Promise<(string | null)[]> {
  const list = await screen.findByRole('list', { name: /^Executions, / })
  return within(list)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
}

/** Returns the link of the only execution in the list. */
function getEntry(): HTMLElement {
  return within(screen.getByRole('list', { name: /^Executions, / })).getByRole('link')
}

function getChoice() {
  return screen.queryByRole('radiogroup', { name: 'Account' })
}

/** Returns the account that is selected. */
function getChosen(): string | undefined {
  const radios = getChoice()?.querySelectorAll('input') ?? []
  return [...radios].find(({ checked }) => checked)?.value
}

function choose(name: string, group = 'Account'): void {
  const radios = within(screen.getByRole('radiogroup', { name: group }))
  fireEvent.click(radios.getByRole('radio', { name }))
}

test('with both wallets all their executions stand in one list, and a choice shows those of one kind', async () => {
  await open('/history', ['evm', 'solana'])
  await waitFor(async () => expect(await getLinks()).toEqual(both))
  expect(getChosen()).toBe('all')
  choose('EVM')
  await waitFor(async () => expect(await getLinks()).toEqual([`/executions/${evmId}`]))
  expect(window.location.search).toBe('?account=evm')
  choose('Solana')
  await waitFor(async () => expect(await getLinks()).toEqual([`/executions/${solanaId}`]))
  expect(getChosen()).toBe('solana')
  expect(window.location.search).toBe('?account=solana')
  choose('All')
  await waitFor(async () => expect(await getLinks()).toEqual(both))
  expect([window.location.pathname, window.location.search]).toEqual(['/history', ''])
})

test('what this browser moved in is listed with its transaction, unless the list is narrowed', async () => {
  const [asset] = devnetWithSolana.aggregates[0]?.members ?? []
  if (!asset) throw new Error('Expected an asset.')
  const hash = `0x${'ab'.repeat(32)}`
  const part = { assetType: asset.assetType, amount: '7000001', hash }
  keepAddedFunds({ account: onEvm, atMs: Date.now(), source: 'wallet', parts: [part] })
  await open('/history', ['evm'])
  const added = await screen.findByRole('list', { name: 'Funds added', hidden: true })
  expect(added.textContent).toContain('From your wallet')
  expect(added.textContent).toContain('+7.000001 USDC on Firth')
  expect(added.querySelector('a')?.getAttribute('href')).toContain(`/tx/${hash}`)
  await page?.disconnectEvm()
  cleanup()
  await open('/history?sort=createdAt&chain=eip155:71117001', ['evm'])
  await getLinks()
  expect(screen.queryByRole('list', { name: 'Funds added', hidden: true })).toBeNull()
})

test('choice and order stand in the address together, and a switch is no step back', async () => {
  await open('/history?sort=updatedAt', ['evm', 'solana'])
  await getLinks()
  const steps = window.history.length
  choose('Solana')
  await waitFor(() => expect(window.location.search).toBe('?sort=updatedAt&account=solana'))
  await waitFor(async () => expect(await getLinks()).toEqual([`/executions/${solanaId}`]))
  choose('Created', 'Sort by')
  await waitFor(() => expect(window.location.search).toBe('?account=solana'))
  expect(window.history.length).toBe(steps)
  await waitFor(() => expect(requests.at(-1)).toBe(`${onSolana} createdAt`))
  // One request for both accounts together, then one for each order of this account.
  expect(requests.filter((one) => one.startsWith(onSolana))).toEqual([
    `${onSolana} updatedAt`,
    `${onSolana} updatedAt`,
    `${onSolana} createdAt`,
  ])
})

test('an address with the Solana account opens with it, also from a row and back', async () => {
  await open('/history?account=solana', ['evm', 'solana'])
  await waitFor(async () => expect(await getLinks()).toEqual([`/executions/${solanaId}`]))
  expect(getChosen()).toBe('solana')
  fireEvent.click(getEntry())
  expect(window.location.search).toContain(`open=${solanaId}`)
  const drawer = await screen.findByRole('dialog', { name: 'Swap 3,000.00 USDC for ETH' })
  fireEvent.click(within(drawer).getByRole('link', { name: 'View details' }))
  expect(window.location.pathname).toBe(`/executions/${solanaId}`)
  act(() => window.history.back())
  await waitFor(() => expect(window.location.pathname).toBe('/history'))
  await waitFor(() => expect(getChosen()).toBe('solana'))
  expect(await getLinks()).toEqual([`/executions/${solanaId}`])
})

test('a saved recipient is called by name in the row and the drawer, and found by it', async () => {
  const { user } = buildTestRecord()
  saveContact({ name: 'Mira', note: '', ecosystem: 'evm', address: user })
  await open('/history?q=mira', ['evm'])
  expect(await getLinks()).toEqual([`/executions/${evmId}`])
  expect(searches.at(-1)).toBe(user.toLowerCase())
  expect(getEntry().textContent).toContain('Swap to ETH on Lagoon for Mira')
  fireEvent.click(getEntry())
  const drawer = within(await screen.findByRole('dialog', { name: 'Swap 3,000.00 USDC for ETH' }))
  expect(drawer.getByText('Recipient').parentElement?.textContent).toMatch(/^RecipientMira0x7099/)
  expect(drawer.getByText('Paid from').parentElement?.textContent).toMatch(/^Paid fromMira0x7099/)
  expect(drawer.getByRole('button', { name: 'Receipt' })).toBeTruthy()
})

/** Ticks values in a menu, or takes them back. */
function tick(...names: string[]) {
  return (menu: ReturnType<typeof within>) => {
    for (const name of names) fireEvent.click(menu.getByRole('checkbox', { name }))
  }
}

/** Operates the menu of a filter and closes it by Escape. @returns What its button says then. */
function operateMenu(name: string, operate: (menu: ReturnType<typeof within>) => void): string {
  const button = screen.getByRole('button', { name: new RegExp(`^${name}`) })
  fireEvent.click(button)
  const menu = screen.getByRole('group', { name })
  operate(within(menu))
  fireEvent.keyDown(menu, { key: 'Escape' })
  expect(screen.queryByRole('group', { name })).toBeNull()
  expect(document.activeElement).toBe(button)
  return button.textContent
}

test('status, asset, chain and date are chosen in their menus, asked of the service and kept in the address', async () => {
  await open('/history', ['evm'])
  await getLinks()
  expect(operateMenu('Status', tick('Failed'))).toBe('StatusFailed')
  expect(operateMenu('Status', tick('Refunded'))).toBe('Status2')
  expect(operateMenu('Asset', tick('USD Coin USDC'))).toBe('AssetUSD Coin')
  expect(operateMenu('Chain', tick('Lagoon'))).toBe('ChainLagoon')
  const days = operateMenu('Date', (menu) => {
    fireEvent.click(menu.getByRole('radio', { name: 'Custom range' }))
    fireEvent.change(menu.getByLabelText('From'), { target: { value: '2026-11-20' } })
    fireEvent.change(menu.getByLabelText('To'), { target: { value: '2026-11-21' } })
  })
  expect(days).toBe('Date2026-11-20 to 2026-11-21')
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
    status: 'FAILED,REFUNDED',
    asset: 'agg:usdc',
    chain: 'eip155:71117003',
    period: 'days',
    from: '2026-11-20',
    to: '2026-11-21',
  })
  await waitFor(() =>
    expect(narrowed).toEqual({
      status: 'FAILED,REFUNDED',
      asset: 'agg:usdc',
      chain: 'eip155:71117003',
      since: new Date(2026, 10, 20).toISOString(),
      until: new Date(2026, 10, 22).toISOString(),
    }),
  )
  expect(operateMenu('Status', tick('Failed', 'Refunded'))).toBe('Status')
  expect(window.location.search).not.toContain('status')
})

test('an account that is none is all of them', async () => {
  await open('/history?account=bitcoin', ['evm', 'solana'])
  await waitFor(async () => expect(await getLinks()).toEqual(both))
  expect(getChosen()).toBe('all')
})

test('what an account beside the first one signed alone is listed too', async () => {
  chooseAccounts(testAddress, { main: 'basic', also: ['roleBased'], joined: [] })
  await open('/history', ['evm'])
  expect(await getLinks()).toEqual([`/executions/${evmId}`])
})

test('a wallet that goes leaves the history of the other, without a choice', async () => {
  await open('/history?account=solana', ['evm', 'solana'])
  await waitFor(async () => expect(await getLinks()).toEqual([`/executions/${solanaId}`]))
  setSolanaAccount(undefined)
  await waitFor(async () => expect(await getLinks()).toEqual([`/executions/${evmId}`]))
  expect(getChoice()).toBeNull()
  setSolanaAccount(onSolana)
  await waitFor(async () => expect(await getLinks()).toEqual([`/executions/${solanaId}`]))
  choose('EVM')
  await waitFor(async () => expect(await getLinks()).toEqual([`/executions/${evmId}`]))
  await page?.disconnectEvm()
  await waitFor(async () => expect(await getLinks()).toEqual([`/executions/${solanaId}`]))
  expect(getChoice()).toBeNull()
})

test.each([['solana'], ['evm']] as const)(
  'a %s wallet alone has no choice, whatever the address says',
  async (kind) => {
    await open(kind === 'evm' ? '/history?account=solana' : '/history', [kind])
    const quoteId = kind === 'evm' ? evmId : solanaId
    await waitFor(async () => expect(await getLinks()).toEqual([`/executions/${quoteId}`]))
    expect(getChoice()).toBeNull()
  },
)
