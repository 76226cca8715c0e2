// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { showPage, type TestPage } from '#testing/dashboard/page.ts'
import { buildPrices } from '#testing/dashboard/heldBalances.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { buildUsdtRecord, getUsdtOnChain } from '../../api/balances/sampleBalances.ts'
import { setAssetHidden } from '../../api/state/hiddenAssets.ts'
import { setPreferences } from '../../api/state/preferences.ts'
import { BalancesPage } from './BalancesPage.tsx'

const tether = 'Tether USD'
const onFirth = { assetType: getUsdtOnChain(0), balance: '10000000', fiatValue: 10 }
let page: TestPage | undefined
/** What the service answers. */
let record: BalanceRecord = buildUsdtRecord()
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
  reads = 0
})

/** Opens the page of an account with 10 USDT on Firth and 20 on Delta, and returns their row. */
async function open(): Promise<HTMLElement> {
  window.history.replaceState(null, '', '/')
  page = showPage(createElement(BalancesPage), {
    // Its chains' addresses are known without the service.
    network: { ...devnet, isDevnet: false },
    prices: buildPrices({ USDT: 1 }),
    service({ pathname }) {
      if (pathname.endsWith('/get-tx-history')) return Response.json({ transactions: [] })
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

test('an asset is hidden by hand, stays in the total, and is put back', async () => {
  const row = await open()
  fireEvent.click(getFirst(within(row).getAllByText(tether)))
  fireEvent.click(screen.getByRole('button', { name: 'Hide USDT' }))
  expect(screen.queryByRole('listitem', { name: tether })).toBeNull()
  screen.getByText('1 asset hidden by you, $30.00. Still in the total.')
  expect(screen.getByRole('region', { name: 'Total balance' }).textContent).toContain('$30.00')
  fireEvent.click(screen.getByRole('button', { name: 'Show them' }))
  screen.getByRole('listitem', { name: tether })
  fireEvent.click(screen.getByRole('button', { name: 'Leave them out' }))
  expect(screen.queryByRole('listitem', { name: tether })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show them' }))
  fireEvent.click(screen.getByRole('button', { name: 'Show USDT in the list' }))
  expect(screen.queryByText(/hidden by you/)).toBeNull()
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

test('one press hides every amount of the page, and the next shows them again', async () => {
  const row = await open()
  fireEvent.click(getFirst(within(row).getAllByText(tether)))
  expect(readShown()).toMatch(/\$30\.00.*20\.00/)
  fireEvent.click(screen.getByRole('button', { name: 'Hide amounts' }))
  expect(readShown()).not.toMatch(/[1-9]\d*\.\d\d|\b(10|20|30)\b/)
  expect(screen.getByRole('region', { name: 'Total balance' }).textContent).toContain('****')
  fireEvent.click(screen.getByRole('button', { name: 'Show amounts' }))
  expect(readShown()).toMatch(/\$30\.00.*20\.00/)
})
