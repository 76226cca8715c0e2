import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { QuoteRequest } from '#protocol/quotes/quote.ts'
import { buildErrorResponse, showPage, type TestPage } from '#testing/dashboard/page.ts'
import { IndicativeQuoteRequest } from '#protocol/quotes/indicativeQuote.ts'
import { buildHeldBalances, buildPrices } from '#testing/dashboard/heldBalances.ts'
import { readAddressBook, saveContact } from '../quoting/recipient/addressBook.ts'
import { SendPage } from './SendPage.tsx'

const friend = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
/** Starts and ends like {@link friend}. */
const imitation = '0x90f700000000000000000000000000000000b906'
const delta = devnetWithSolana.chains.find(({ name }) => name === 'Delta')?.chainId

let page: TestPage | undefined
let asked: QuoteRequest[] = []
let priced: IndicativeQuoteRequest[] = []

afterEach(async () => {
  await page?.disconnectEvm()
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  asked = []
  priced = []
})

/** Opens the page; the service has no route for any quote. */
async function open(
  path: string,
  options: { isConnected?: boolean; heldUsdc?: string; prices?: ReadonlyMap<string, number> } = {},
): Promise<void> {
  const { heldUsdc, prices } = options
  window.history.replaceState(null, '', path)
  page = showPage(createElement(SendPage), {
    service({ pathname }, body) {
      if (pathname.includes('balance') && heldUsdc !== undefined)
        return Response.json(buildHeldBalances(heldUsdc))
      if (pathname.endsWith('/quote/indicative')) {
        priced.push(IndicativeQuoteRequest.parse(body))
        return buildErrorResponse(422, { code: 'NO_ROUTE', message: 'There is none.' })
      }
      if (!pathname.endsWith('/quote')) return undefined
      asked.push(QuoteRequest.parse(body))
      return buildErrorResponse(422, { code: 'NO_ROUTE', message: 'There is none.' })
    },
    prices,
  })
  if (options.isConnected !== false) await page.connectEvm()
}

function getRecipient() {
  return screen.getByRole('combobox', { name: 'Recipient' })
}

function enter(text: string): void {
  fireEvent.change(getRecipient(), { target: { value: text } })
}

/** The main button, which stands in the form and in the phone's bar. */
function hasButton(name: string): boolean {
  return screen.queryAllByRole('button', { name, hidden: true }).length > 0
}

test('without a wallet the page asks for one, and keeps what a link says', async () => {
  await open(`/send?to=${friend}&amount=25`, { isConnected: false })
  await waitFor(() => expect(hasButton('Connect a wallet')).toBe(true))
  expect(getRecipient()).toHaveProperty('value', friend)
  expect(asked).toEqual([])
})

test('an account on a named chain is called in short until it is edited, by its name once saved', async () => {
  await open(`/send?to=${delta}:${friend}&amount=25.5`)
  await waitFor(() => expect(getRecipient()).toHaveProperty('value', '0x90F7\u2026b906 on Delta'))
  fireEvent.focus(getRecipient())
  expect(getRecipient()).toHaveProperty('value', `${delta}:${friend}`)
  fireEvent.blur(getRecipient())
  act(() => saveContact({ name: 'Mira', address: friend, note: '', ecosystem: 'evm' }))
  await waitFor(() => expect(getRecipient()).toHaveProperty('value', 'Mira on Delta'))
})

test('on a phone, where no address fits, it is called in short, by its name once saved', async () => {
  vi.stubGlobal('innerWidth', 390)
  await open(`/send?to=${friend}`)
  await waitFor(() => expect(getRecipient()).toHaveProperty('value', '0x90F7\u2026b906'))
  fireEvent.focus(getRecipient())
  expect(getRecipient()).toHaveProperty('value', friend)
  fireEvent.blur(getRecipient())
  act(() => saveContact({ name: 'Mira', address: friend, note: '', ecosystem: 'evm' }))
  await waitFor(() => expect(getRecipient()).toHaveProperty('value', 'Mira'))
})

test('what arrives is asked for, and the words are not those of a swap', async () => {
  await open(`/send?to=${delta}:${friend}&amount=25.5`)
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.from).not.toHaveProperty('amount')
  expect(asked[0]?.to).toMatchObject({ account: `${delta}:${friend}`, amount: '25500000' })
  await screen.findAllByText('This can’t be delivered right now')
  expect(document.body.textContent).not.toMatch(/swap|slippage|you receive|pair/i)
})

test('no chain is asked for before a recipient, then the asset stands beside it, the native coin first', async () => {
  await open('/send?asset=agg:eth')
  expect(screen.queryByRole('combobox', { name: 'Destination chain' })).toBeNull()
  enter(friend)
  const select = await screen.findByRole('combobox', { name: 'Destination chain' })
  const options = within(select).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'ETH on Firth',
    'ETH on Delta',
    'ETH on Lagoon',
    'WETH on Firth',
    'WETH on Delta',
    'WETH on Lagoon',
  ])
  expect(select).toHaveProperty('value', options[0]?.getAttribute('value'))
})

test('an imitation of a saved address is shown beside it, and nothing is asked for', async () => {
  saveContact({ name: 'Mira', note: '', ecosystem: 'evm', address: friend })
  await open('/send?amount=25')
  enter(imitation)
  await screen.findByText('Look-alike address')
  expect(hasButton('This is a look-alike address')).toBe(true)
  expect(screen.getAllByText('This isn’t Mira').length).toBeGreaterThan(0)
  // Longer than the form waits before it asks.
  await act(() => new Promise((resolve) => setTimeout(resolve, 500)))
  expect(asked).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Use known address' }))
  expect(getRecipient()).toHaveProperty('value', friend)
  await waitFor(() => expect(asked).toHaveLength(1))
})

test('a saved recipient is found by name and taken with the keyboard', async () => {
  saveContact({ name: 'Mira', note: 'rent', ecosystem: 'evm', address: friend })
  await open('/send')
  enter('rent')
  const list = screen.getByRole('listbox', { name: 'Known addresses' })
  expect(within(list).getAllByRole('option')).toHaveLength(1)
  fireEvent.keyDown(getRecipient(), { key: 'ArrowDown' })
  fireEvent.keyDown(getRecipient(), { key: 'Enter' })
  await screen.findAllByText('You haven’t sent to Mira before')
  expect(getRecipient()).toHaveProperty('value', friend)
})

test('a new recipient is saved beside its address, by its name; one without a name or with a taken one is not', async () => {
  saveContact({ name: 'Mira', note: '', ecosystem: 'evm', address: friend })
  await open('/send')
  enter('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  const name = await screen.findByRole('textbox', { name: 'Name' })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter a name.')
  expect(document.activeElement).toBe(name)
  fireEvent.change(name, { target: { value: 'mira' } })
  await screen.findByText('Mira is already used for another address.')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(readAddressBook().map(({ name: saved }) => saved)).toEqual(['Mira'])
  fireEvent.change(name, { target: { value: 'Pier' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('You haven’t sent to Pier before')).toHaveLength(2)
  await screen.findByText('Sending to an exchange?')
  expect(readAddressBook().map(({ name: saved }) => saved)).toEqual(['Mira', 'Pier'])
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
})

test('what was typed as a name is not kept for the next address', async () => {
  await open('/send')
  enter('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), {
    target: { value: 'Pier' },
  })
  enter(friend)
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', '')
})

test('a saved recipient gets a note in the address book', async () => {
  saveContact({ name: 'Mira', note: '', ecosystem: 'evm', address: friend })
  await open('/send')
  fireEvent.click(screen.getByRole('button', { name: 'Address book' }))
  const dialog = await screen.findByRole('dialog', { name: 'Address book' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Edit Mira' }))
  const form = await screen.findByRole('dialog', { name: 'Edit Mira' })
  fireEvent.change(within(form).getByRole('textbox', { name: 'Note' }), {
    target: { value: 'rent' },
  })
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }))
  await screen.findByRole('dialog', { name: 'Address book' })
  expect(readAddressBook()).toMatchObject([{ name: 'Mira', note: 'rent', address: friend }])
})

test('an amount typed in dollars asks for exactly the tokens that they buy to arrive', async () => {
  await open(`/send?to=${friend}`, {
    heldUsdc: '100000000',
    prices: buildPrices({ USDC: 3, ETH: 2_500 }),
  })
  fireEvent.click(await screen.findByRole('button', { name: /Enter USD instead$/ }))
  const field = screen.getByRole('textbox', { name: 'You send, in USD' })
  fireEvent.change(field, { target: { value: '25' } })
  await waitFor(() => expect(asked.map(({ to }) => to)).toMatchObject([{ amount: '8333333' }]))
  expect(asked[0]?.from).not.toHaveProperty('amount')
  expect(field).toHaveProperty('value', '25')
  fireEvent.click(screen.getByRole('button', { name: '8.333333 USDC Enter USDC instead' }))
  expect(screen.getByRole('textbox', { name: 'You send' })).toHaveProperty('value', '8.333333')
  expect(asked).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: '$25.00 Enter USD instead' }))
  fireEvent.click(screen.getByRole('button', { name: /^Asset: USDC/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Send' })
  fireEvent.click(within(dialog).getByRole('option', { name: /^Ether/ }))
  await screen.findByRole('button', { name: /^0\.01 W?ETH Enter W?ETH instead$/ })
  expect(new URLSearchParams(window.location.search).get('amount')).toBe('0.01')
})

function getCosts(): HTMLElement {
  return screen.getByRole('region', { name: 'Cost' })
}

test('who holds nothing is told so first, and what it would cost is still asked for', async () => {
  await open(`/send?to=${friend}&amount=25`, { heldUsdc: '0' })
  await screen.findByRole('heading', { name: 'No funds yet' })
  expect(hasButton('Add funds first')).toBe(true)
  await waitFor(() => expect(priced).toHaveLength(1))
  expect(priced[0]?.to).toMatchObject({ amount: '25000000' })
  await within(getCosts()).findByText('This can’t be delivered right now.')
  expect(within(getCosts()).getByRole('heading', { name: 'No funds yet' })).toBeDefined()
  expect(asked).toEqual([])
})

test('who holds too little is told by how much beside the price, and can send all', async () => {
  await open(`/send?to=${friend}&amount=25`, { heldUsdc: '5000000' })
  await screen.findByText(/^You need 20(\.00)? USDC more, plus fees/)
  expect(hasButton('Not enough USDC')).toBe(true)
  await waitFor(() => expect(priced).toHaveLength(1))
  const [all] = within(getCosts()).getAllByRole('button', { name: 'Send all' })
  if (all) fireEvent.click(all)
  await waitFor(() => expect(asked.at(-1)?.from.amount).toBe('5000000'))
})

test('chains that are not ticked stand in the address, and nothing is asked of them', async () => {
  await open(`/send?to=${friend}&amount=25`)
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.from).not.toHaveProperty('chains')
  fireEvent.click(screen.getByRole('button', { name: 'Pay from Any chain' }))
  const dialog = await screen.findByRole('dialog', { name: 'Pay USDC from' })
  fireEvent.click(within(dialog).getByRole('checkbox', { name: /^Delta/ }))
  const without = new URLSearchParams(window.location.search).get('without')
  expect(without?.split(',')).toHaveLength(3)
  expect(without).not.toContain(delta)
  await waitFor(() => expect(asked.at(-1)?.from.chains).toEqual([delta]))
  expect(screen.getByRole('button', { name: 'Pay from Only Delta' })).toBeDefined()
  expect(screen.getByRole('combobox', { name: 'Destination chain' }).textContent).toContain('Firth')
})

test('who left out what would be enough is offered all chains again', async () => {
  const [held] = devnetWithSolana.aggregates.find(({ symbol }) => symbol === 'USDC')?.members ?? []
  const out = held?.assetType.split('/')[0] ?? ''
  await open(`/send?to=${friend}&amount=25&without=${out}`, { heldUsdc: '50000000' })
  await screen.findByRole('heading', { name: 'You have no USDC' })
  fireEvent.click(within(getCosts()).getByRole('button', { name: 'Use all chains' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(new URLSearchParams(window.location.search).get('without')).toBeNull()
})
