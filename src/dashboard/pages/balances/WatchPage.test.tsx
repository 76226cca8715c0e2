import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { answerAsEns } from '#testing/dashboard/ensNode.ts'
import { buildTestRecord } from '#testing/dashboard/record.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { testAddress } from '#testing/dashboard/wallet.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { buildUsdtRecord } from '../../api/balances/sampleBalances.ts'
import { saveContact } from '../quoting/recipient/addressBook.ts'
import { BalancesPage } from './BalancesPage.tsx'
import { WatchPage } from './WatchPage.tsx'

const solanaAddress = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'

beforeEach(() => {
  // No chain answers this browser: there are no prices, and amounts are what the service says. The
  // page stays all the same, however often the prices are asked for again.
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Nobody is there.')))
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  vi.restoreAllMocks()
  cleanup()
})

/** Opens the page of an address, of which the service reports this. */
function watch(
  address: string,
  record: BalanceRecord = buildUsdtRecord(),
  history: readonly HistoryRecord[] = [],
): void {
  window.history.replaceState(null, '', `/watch/${address}`)
  showPage(createElement(WatchPage, { address }), {
    // Its chains' addresses are known without the service.
    network: { ...devnet, isDevnet: false },
    service: ({ pathname }) =>
      pathname.endsWith('/aggregated-balance')
        ? Response.json(record)
        : pathname.endsWith('/get-tx-history')
          ? Response.json({ transactions: history })
          : undefined,
  })
}

test('saved addresses are offered by name, and an empty field says what to enter', async () => {
  saveContact({ name: 'Mira', note: '', ecosystem: 'evm', address: testAddress })
  showPage(createElement(WatchPage, { address: undefined }), { service: () => undefined })
  fireEvent.click(screen.getByRole('button', { name: 'View' }))
  await screen.findByText('Enter an address.')
  const link = screen.getByRole('link', { name: /^Mira/ })
  expect(link.getAttribute('href')).toBe(`/watch/${testAddress}`)
  cleanup()
  watch(testAddress)
  await screen.findByText('Watch-only: Mira')
  localStorage.clear()
})

test('what an address did last is shown, and it is offered again until it is cleared', async () => {
  const record = buildTestRecord({ user: testAddress, status: 'COMPLETED' })
  watch(testAddress, undefined, [record])
  const activity = await screen.findByRole('region', { name: /^Latest activity/ })
  const row = within(activity).getByRole('link')
  expect(row.getAttribute('href')).toBe(`/executions/${record.quoteId}`)
  expect(row.textContent).toContain('Completed')
  cleanup()
  watch(solanaAddress)
  await screen.findByText('This address made no swaps, transfers or calls here.')
  cleanup()
  act(() => saveContact({ name: 'Mira', note: '', ecosystem: 'evm', address: testAddress }))
  showPage(createElement(WatchPage, { address: undefined }), { service: () => undefined })
  const viewed = screen.getByRole('region', { name: 'Viewed last' })
  const links = within(viewed).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/watch/${solanaAddress}`,
    `/watch/${testAddress}`,
  ])
  expect(links[1]?.textContent, 'named as in the address book, and there only').toContain('Mira')
  expect(screen.queryByText('From your address book')).toBeNull()
  fireEvent.click(within(viewed).getByRole('button', { name: 'Forget Mira' }))
  expect(within(viewed).getAllByRole('link')).toHaveLength(1)
  fireEvent.click(within(viewed).getByRole('button', { name: 'Clear all' }))
  expect(screen.queryByText('Viewed last')).toBeNull()
  screen.getByText('From your address book')
})

test('any address can be looked at, and nothing of it can be spent; what nobody knows is said', async () => {
  watch(testAddress, buildUsdtRecord({}, { unavailableChains: ['eip155:71117003'] }))
  const row = await screen.findByRole('listitem', { name: 'Tether USD' })
  fireEvent.click(within(row).getAllByRole('button', { name: 'Show USDT by chain' })[0] ?? row)
  const parts = within(row).getByRole('list', { name: 'USDT by chain' })
  expect(parts.textContent).toContain('10.00')
  expect(screen.getByText('Watch-only')).toBeTruthy()
  expect(screen.queryByText('Available')).toBeNull()
  expect(screen.queryByRole('button', { name: /Receive|Get test funds|Add/ })).toBeNull()
  const links = screen.getAllByRole('link').map((link) => link.textContent)
  expect(links.filter((text) => text !== 'Back to my balances' && text !== 'View another')).toEqual(
    [],
  )

  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'Total balance on responding chains',
  )
  const title = screen.getByText('Can’t read Lagoon right now')
  expect(title.parentElement?.textContent).toContain('Balances there aren’t in the total')
  // Without a price nothing is worth 0.
  expect(screen.getByText(/^Excludes 2 balances without a current price/)).toBeTruthy()
  const [byChain] = screen.getAllByRole('list', { name: 'Balance by chain' })
  const shown = byChain && [...byChain.children].map(({ textContent }) => textContent)
  expect(shown).toEqual(['FirthUnknown', 'DeltaUnknown', 'LagoonUnknown'])
})

test('what was never read is not known offline, rather than on its way', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  watch(testAddress)
  expect(screen.getByText('Unknown')).toBeTruthy()
})

test('what is no address is said, until another is typed', () => {
  watch('0x12')
  const field = screen.getByLabelText('Address or name')
  expect(screen.getByText(/isn’t an address/)).toBeTruthy()
  fireEvent.change(field, { target: { value: `base:${testAddress}\u200B` } })
  expect(screen.queryByText(/isn’t an address/)).toBeNull()
  fireEvent.submit(screen.getByRole('form'))
  expect(window.location.pathname).toBe(`/watch/${testAddress}`)
})

test('a name is looked up and what it points to is looked at, also where the page’s address has the name', async () => {
  answerAsEns({ 'ada.eth': { 60: testAddress } }, { chainNumber: 71_117_001 })
  watch('ada.eth')
  expect(screen.queryByText(/isn’t an address/)).toBeNull()
  // Nobody has to wait for the answer.
  fireEvent.submit(screen.getByRole('form'))
  await waitFor(() => expect(window.location.pathname).toBe(`/watch/${testAddress}`))
  cleanup()
  showPage(createElement(WatchPage, { address: testAddress }), { service: () => undefined })
  await screen.findByText('Watch-only: ada.eth')
})

function paste(where: Element, text: string): void {
  fireEvent.paste(where, { clipboardData: { getData: () => text } })
}

test('an address that is pasted into the field is looked at', () => {
  watch('')
  paste(screen.getByLabelText('Address or name'), ` ${testAddress}\n`)
  expect(window.location.pathname).toBe(`/watch/${testAddress}`)
})

test('an address that is pasted anywhere on Balances is looked at, other text is not', () => {
  window.history.replaceState(null, '', '/')
  showPage(createElement(BalancesPage), { service: () => undefined })
  paste(document.body, '0x12')
  expect(window.location.pathname).toBe('/')
  paste(document.body, testAddress)
  expect(window.location.pathname).toBe(`/watch/${testAddress}`)
})
