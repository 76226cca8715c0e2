import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { showPage, type TestPage } from '#testing/dashboard/page.ts'
import { buildPrices } from '#testing/dashboard/heldBalances.ts'
import { buildTestRecord } from '#testing/dashboard/record.ts'
import { testAddress } from '#testing/dashboard/wallet.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { buildUsdtRecord, getUsdtOnChain } from '../../api/balances/sampleBalances.ts'
import { setAssetHidden } from '../../api/state/hiddenAssets.ts'
import { setPreferences } from '../../api/state/preferences.ts'
import { computeOwnAccount } from '../../wallets/accounts/choice/ownAccounts.ts'
import { BalancesPage } from './BalancesPage.tsx'

const tether = 'Tether USD'
const onFirth = { assetType: getUsdtOnChain(0), balance: '10000000', fiatValue: 10 }
/** Its chains' addresses are known without the service, and none has a vault that could be silent. */
const network = {
  ...devnet,
  isDevnet: false,
  chains: devnet.chains.map(({ vault: _vault, ...chain }) => chain),
}
const account = computeOwnAccount(network, { owner: testAddress, kind: 'roleBased' }).accountAddress
let page: TestPage | undefined
/** What the service answers. */
let record: BalanceRecord = buildUsdtRecord()
let history: readonly HistoryRecord[] = []
/** How often it was asked for balances. */
let reads = 0

beforeEach(() => {
  // No chain answers this browser: amounts are what the service says.
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Nobody is there.')))
})
afterEach(async () => {
  await page?.disconnectEvm()
  cleanup()
  setAssetHidden('agg:usdt', false)
  setPreferences({ hideAmounts: false })
  localStorage.clear()
  vi.unstubAllGlobals()
  record = buildUsdtRecord()
  history = []
  reads = 0
})

/** Opens the page of an account with 10 USDT on Firth and 20 on Delta, and returns their row. */
async function open(of = network): Promise<HTMLElement> {
  window.history.replaceState(null, '', '/')
  page = showPage(createElement(BalancesPage), {
    network: of,
    prices: buildPrices({ USDT: 1, ETH: 2_000 }),
    service({ pathname }) {
      if (pathname.endsWith('/get-tx-history')) return Response.json({ transactions: history })
      if (!pathname.endsWith('/aggregated-balance')) return undefined
      reads += 1
      return Response.json(record)
    },
  })
  await page.connectEvm()
  return screen.findByRole('listitem', { name: tether })
}

/** The first of those that stand there for a wide and for a narrow screen. */
function getFirst(elements: readonly HTMLElement[]): HTMLElement {
  const [first] = elements
  if (!first) throw new Error('Expected an element.')
  return first
}

/** All text of the page, with that of its titles. */
function readShown(): string {
  const titles = [...document.querySelectorAll<HTMLElement>('[title]')].map(({ title }) => title)
  return [document.body.textContent, ...titles].join(' ')
}

function isUnfolded(): boolean {
  return screen.queryByRole('list', { name: 'USDT by chain' }) !== null
}

test('a click anywhere on a row unfolds it and folds it again, but not one that ends a selection', async () => {
  const row = await open()
  const [name, narrowName] = within(row).getAllByText(tether)
  if (!name || !narrowName) throw new Error('Expected the name for both widths.')
  document.getSelection()?.selectAllChildren(name)
  fireEvent.click(name)
  expect(isUnfolded()).toBe(false)
  document.getSelection()?.removeAllRanges()
  fireEvent.click(name)
  expect(isUnfolded()).toBe(true)
  expect(new URLSearchParams(window.location.search).get('open')).toBe('agg:usdt')
  fireEvent.click(getFirst(within(row).getAllByText('$30.00')))
  expect(isUnfolded()).toBe(false)
  fireEvent.click(narrowName)
  expect(isUnfolded()).toBe(true)
  // Its own button is not pressed twice by the row that it stands in.
  fireEvent.click(getFirst(within(row).getAllByRole('button', { name: 'Hide USDT by chain' })))
  expect(isUnfolded()).toBe(false)
})

test('an unfolded row leads to a swap that moves all to one chain', async () => {
  const row = await open()
  fireEvent.click(getFirst(within(row).getAllByText(tether)))
  const targets = within(row).getByRole('list', { name: 'Move all USDT to one chain' })
  const links = within(targets).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
    'Move all USDT to Firth',
    'Move all USDT to Delta',
    'Move all USDT to Lagoon',
  ])
  expect(links[2]?.getAttribute('href')).toBe(
    `/swap?${new URLSearchParams({ from: 'agg:usdt', to: getUsdtOnChain(2), amount: '30' })}`,
  )
})

test('the total is shown once the vaults have answered too, and says which one did not', async () => {
  let refuse: ((error: Error) => void) | undefined
  vi.stubGlobal('fetch', () => new Promise((_, reject) => (refuse = reject)))
  const row = open({ ...network, chains: devnet.chains.slice(0, 1) })
  await waitFor(() => expect(refuse).toBeDefined())
  await waitFor(() => expect(reads).toBe(1))
  expect(screen.queryByRole('region', { name: /^Total/ })).toBeNull()
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Nobody is there.')))
  refuse?.(new Error('Nobody is there.'))
  await row
  const total = screen.getByRole('region', { name: 'Total balance' })
  expect(total.textContent).toContain('Excludes the vault on Firth')
})

test('an asset is hidden by hand, stays in the total, and is put back', async () => {
  const row = await open()
  fireEvent.click(getFirst(within(row).getAllByText(tether)))
  fireEvent.click(screen.getByRole('button', { name: 'Hide USDT' }))
  expect(screen.queryByRole('listitem', { name: tether })).toBeNull()
  screen.getByText('You hid 1 asset, $30.00. Still in the total.')
  expect(screen.getByRole('region', { name: 'Total balance' }).textContent).toContain('$30.00')
  fireEvent.click(screen.getByRole('button', { name: 'Show them' }))
  screen.getByRole('listitem', { name: tether })
  fireEvent.click(screen.getByRole('button', { name: 'Hide them' }))
  expect(screen.queryByRole('listitem', { name: tether })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show them' }))
  fireEvent.click(screen.getByRole('button', { name: 'Show USDT in the list' }))
  expect(screen.queryByText(/You hid/)).toBeNull()
  screen.getByRole('listitem', { name: tether })
})

test('a refresh reads the balances again, and the page says how old they are', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T12:00:00.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  await open()
  const total = screen.getByRole('region', { name: 'Total balance' })
  expect(total.textContent).toContain('1 account on 3 chains. Updated just now.')
  vi.setSystemTime(Date.parse('2026-11-25T12:00:09.000Z'))
  await within(total).findByText(/Updated 9 seconds ago/)
  record = buildUsdtRecord({ balance: '10000000', individualAssetBalances: [onFirth] })
  const before = reads
  // At once: they are read every ten seconds anyway.
  await act(async () =>
    fireEvent.click(within(total).getByRole('button', { name: 'Refresh balances' })),
  )
  expect(reads).toBeGreaterThan(before)
  await waitFor(() => expect(total.textContent).toContain('$10.00'))
  expect(total.textContent).toContain('Updated just now.')
})

test('values are rounded to the cent, and total, asset and chains are sums of what is shown', async () => {
  const onDelta = { assetType: getUsdtOnChain(1), balance: '20000000000000000000' }
  const individualAssetBalances = [
    { ...onFirth, fiatValue: 9.996 },
    { ...onDelta, fiatValue: 19.995 },
    { assetType: getUsdtOnChain(2), balance: '4000', fiatValue: 0.004 },
  ]
  record = buildUsdtRecord({ individualAssetBalances, fiatValue: 29.995 })
  const row = await open()
  fireEvent.click(getFirst(within(row).getAllByText(tether)))
  const parts = within(row).getByRole('list', { name: 'USDT by chain' })
  const shown = within(parts)
    .getAllByRole('listitem')
    .map(({ textContent }) => /(?:<\s)?\$\d+\.\d\d/.exec(textContent)?.[0])
  expect(shown).toEqual(['$10.00', '$20.00', '<\u00a0$0.01'])
  expect(within(row).getAllByText('$30.00')).not.toEqual([])
  expect(screen.getByRole('region', { name: 'Total balance' }).textContent).toContain('$30.00')
})

test('one press hides every amount of the page, and the next shows them again', async () => {
  const row = await open()
  fireEvent.click(getFirst(within(row).getAllByText(tether)))
  expect(readShown()).toMatch(/\$30\.00.*20\.00/)
  fireEvent.click(screen.getByRole('button', { name: 'Hide amounts' }))
  // A time of day may have the numbers of an amount.
  expect(readShown()).not.toMatch(/\d\.\d\d|\d USDT/)
  expect(screen.getByRole('region', { name: 'Total balance' }).textContent).toContain('****')
  fireEvent.click(screen.getByRole('button', { name: 'Show amounts' }))
  expect(readShown()).toMatch(/\$30\.00.*20\.00/)
})

/** An own execution that pays this much USDT on Firth and on Delta for Ether on Lagoon. */
function buildRecord(
  paid: readonly [firth: number, delta: number],
  change: Pick<HistoryRecord, 'quoteId' | 'status'> & Partial<HistoryRecord>,
): HistoryRecord {
  const decimals = [6, 18] as const
  const fiatValue = paid.flatMap((whole, chain) =>
    whole === 0
      ? []
      : [
          {
            assetType: getUsdtOnChain(chain),
            amount: `${whole}${'0'.repeat(decimals[chain] ?? 0)}`,
            fiatValue: `${whole}.00`,
          },
        ],
  )
  const amount = `${paid[0] + paid[1]}000000`
  const assetType = fiatValue.map((part) => part.assetType)
  return buildTestRecord({
    user: account,
    recipientAccountId: `eip155:71117003/${account}`,
    originToken: { aggregatedAssetId: 'agg:usdt', amount, assetType, fiatValue },
    ...change,
  })
}

/** What was deposited on Delta. */
const onDelta = [{ hash: `0x${'aa'.repeat(32)}`, chain: 'eip155:71117002' }] as const

test('what is under way is named with its place and its end, and is not counted as spendable', async () => {
  history = [
    buildRecord([4, 0], { quoteId: `0x${'01'.repeat(32)}`, status: 'PENDING' }),
    buildRecord([1, 2], {
      quoteId: `0x${'02'.repeat(32)}`,
      status: 'IN_PROGRESS',
      originChainOperations: [...onDelta],
    }),
    buildRecord([0, 3], {
      quoteId: `0x${'03'.repeat(32)}`,
      status: 'FAILED',
      originChainOperations: [...onDelta],
    }),
    buildRecord([9, 9], { quoteId: `0x${'04'.repeat(32)}`, status: 'COMPLETED' }),
  ]
  await open()
  const rows = within(await screen.findByRole('region', { name: 'In progress' })).getAllByRole(
    'link',
  )
  expect(rows.map((row) => [row.getAttribute('href'), row.textContent])).toEqual([
    [
      `/executions/0x${'01'.repeat(32)}`,
      '4.00 USDTIn your balance, but reservedDelivers at least 0.98 ETH on LagoonPending',
    ],
    [
      `/executions/0x${'02'.repeat(32)}`,
      '3.00 USDTPartly still in your balanceDelivers at least 0.98 ETH on LagoonIn progress',
    ],
    [
      `/executions/0x${'03'.repeat(32)}`,
      '3.00 USDTHeld in escrow; only you can reclaim itOpen it to reclaimFailed',
    ],
  ])
  const total = screen.getByRole('region', { name: 'Total balance' })
  const split = [...total.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  expect(split).toEqual(['Available$25.00', 'Reserved$5.00', 'In escrow (not in total)$5.00'])
})
