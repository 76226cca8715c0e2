import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, type FunctionComponent } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import { answerAsEns } from '#testing/dashboard/ensNode.ts'
import { showPage, type TestPage } from '#testing/dashboard/page.ts'
import { saveContact } from '../pages/quoting/recipient/addressBook.ts'
import { SwapPage } from '../pages/swap/SwapPage.tsx'
import { SendPage } from '../pages/send/SendPage.tsx'

const friend = EvmAddress.parse('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
const stranger = EvmAddress.parse('0x71bE63f3384f5fb98995898A86B02Fb2426c5788')
const firth = 71_117_001
/** Coin type of Ethereum, and of a chain by its number (ENSIP-11). */
const ether = '60'
const delta = String(0x8000_0000 + 71_117_002)
/** Its endpoints are those of the network file: a devnet's are asked of the service. */
const network = { ...devnetWithSolana, isDevnet: false }
const [onFirth = '', onDelta = ''] =
  network.aggregates
    .find(({ symbol }) => symbol === 'USDC')
    ?.members.map(({ assetType }) => assetType) ?? []
let page: TestPage | undefined
/** Recipients that a quote was asked for. */
let quoted: unknown[] = []

afterEach(async () => {
  await page?.disconnectEvm()
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  quoted = []
})

async function open(path: string, shown: FunctionComponent = SendPage): Promise<void> {
  window.history.replaceState(null, '', path)
  page = showPage(createElement(shown), {
    network,
    service({ pathname }, body) {
      if (pathname.endsWith('/quote')) quoted.push(body)
      return undefined
    },
  })
  await page.connectEvm()
}

function getField(): HTMLElement {
  return screen.getByRole('combobox', { name: 'Recipient' })
}

function type(text: string): void {
  fireEvent.change(getField(), { target: { value: text } })
}

async function findOptions(count: number): Promise<readonly HTMLElement[]> {
  const list = screen.getByRole('listbox', { name: 'Known addresses' })
  await waitFor(() => expect(within(list).queryAllByRole('option')).toHaveLength(count))
  return within(list).queryAllByRole('option')
}

function chooseChain(assetType: string): void {
  const [select] = screen.getAllByLabelText('Destination chain')
  if (!select) throw new Error('The page offers no chain.')
  fireEvent.change(select, { target: { value: assetType } })
}

function readRecipient(): string | null {
  return new URLSearchParams(window.location.search).get('to')
}

function readEntered(): unknown {
  const { entered }: { entered?: unknown } = Object(window.history.state)
  return entered
}

test('what is highlighted stays what Enter takes when the answer comes, and a saved name is not overruled', async () => {
  saveContact({ name: 'ada.eth', note: '', ecosystem: 'evm', address: friend })
  const node = new EventTarget()
  const until = new Promise<void>((resolve) => node.addEventListener('ready', () => resolve()))
  answerAsEns({ 'ada.eth': { [ether]: stranger } }, { chainNumber: firth, until })
  await open('/send?asset=agg:usdc&amount=1')
  type('ada.eth')
  fireEvent.keyDown(getField(), { key: 'ArrowDown' })
  await findOptions(1)
  node.dispatchEvent(new Event('ready'))
  const [saved, found] = await findOptions(2)
  expect(saved?.getAttribute('aria-selected')).toBe('true')
  expect(found?.textContent).toContain('Not the address you saved as ada.eth')
  fireEvent.keyDown(getField(), { key: 'Enter' })
  expect(readRecipient()).toBe(friend)

  // Without a choice Enter takes none of the two.
  type('Ada.eth')
  await findOptions(2)
  fireEvent.keyDown(getField(), { key: 'Enter' })
  expect(readRecipient()).toBe('Ada.eth')
})

test('a name that came with a link is confirmed as an address would be, in a transfer and in a swap', async () => {
  answerAsEns({ 'ada.eth': { [ether]: stranger } }, { chainNumber: firth })
  await open('/send?asset=agg:usdc&amount=1&to=ada.eth')
  const [found] = await findOptions(1)
  if (found) fireEvent.click(found)
  expect(readRecipient()).toBe(`eip155:${firth}:${stranger}`)
  expect(readEntered()).toEqual([])
  await page?.disconnectEvm()
  cleanup()

  await open('/swap?from=agg:usdc&to=agg:eth&amount=1&recipient=ada.eth', SwapPage)
  const [row] = await screen.findAllByRole('button', { name: /^Recipient/ })
  if (row) fireEvent.click(row)
  const dialog = within(await screen.findByRole('dialog', { name: 'Recipient' }))
  fireEvent.click(await dialog.findByRole('option', { name: /ada\.eth/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Use this recipient' }))
  expect(window.location.search).toContain(stranger)
  expect(readEntered()).not.toContainEqual(expect.stringContaining(stranger))
})

test('a name is looked up again for another chain, and never paid there by the record of the first', async () => {
  answerAsEns({ 'ada.eth': { [ether]: stranger, [delta]: friend } }, { chainNumber: firth })
  await open(`/send?asset=${onDelta}&amount=1`)
  type('ada.eth')
  const [forDelta] = await findOptions(1)
  if (forDelta) fireEvent.click(forDelta)
  expect(readRecipient()).toBe(`eip155:71117002:${friend}`)
  expect(screen.getByText('ada.eth on ENS')).toBeTruthy()

  // The field shows its short form until it is edited; what is typed then replaces the whole.
  const field = getField()
  if (!(field instanceof HTMLInputElement)) throw new Error('It is no field.')
  expect(field.value).toMatch(/ on Delta$/)
  fireEvent.focus(field)
  expect(field.value).toBe(`eip155:71117002:${friend}`)
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  fireEvent.blur(field)

  chooseChain(onFirth)
  const [forFirth] = await findOptions(1)
  expect(screen.queryByText('ada.eth on ENS')).toBeNull()
  expect(forFirth?.textContent).toContain('Its Ethereum address, according to Firth')
  if (forFirth) fireEvent.click(forFirth)
  expect(readRecipient()).toBe(`eip155:${firth}:${stranger}`)
  expect(JSON.stringify(quoted)).not.toContain(`eip155:${firth}:${friend}`)
})

test('a node that serves another chain is not believed', async () => {
  answerAsEns({ 'ada.eth': { [ether]: stranger } }, { chainNumber: 11_155_111 })
  await open('/send?asset=agg:usdc&amount=1')
  type('ada.eth')
  await screen.findByText(/^Can’t look up ada\.eth on Firth right now/)
  expect(await findOptions(0)).toEqual([])
})
