import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { afterEach, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { eraseStoredData } from '../../storedData.ts'
import { CallPage } from './CallPage.tsx'

const { usdc, weth, vault } = devnetAddresses
const [firth] = devnet.chains
const calls = [
  { to: usdc, data: '0x11111111' },
  { to: weth, data: '0x22222222' },
  { to: vault, data: '0x33333333' },
]

afterEach(() => {
  cleanup()
  act(eraseStoredData)
})

function open(list: readonly object[], more = ''): void {
  const query = encodeURIComponent(JSON.stringify(list))
  window.history.replaceState(null, '', `/call?calls=${query}${more}`)
  showPage(createElement(CallPage), { service: () => undefined })
}

/** The data of the calls in the page's address, in their order. */
function readOrder(): string[] {
  const text = new URLSearchParams(window.location.search).get('calls') ?? '[]'
  return [...text.matchAll(/"data":"0x(\d)/g)].map(([, digit]) => digit ?? '')
}

/** What counts as entered here, and need not be confirmed. */
function readEntered(): unknown {
  return Object(window.history.state)['entered']
}

function pressButton(name: string | RegExp): void {
  fireEvent.click(screen.getByRole('button', { name, hidden: true }))
}

function enter(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}

async function openLibrary(): Promise<HTMLElement> {
  pressButton('Saved calls')
  return screen.findByRole('dialog', { name: 'Saved calls and ABIs', hidden: true })
}

test('calls change their order by the buttons, and the open one stays open', () => {
  open(calls)
  expect(screen.getByRole('button', { name: 'Move up' }).hasAttribute('disabled')).toBe(true)
  pressButton('Move down')
  expect(readOrder()).toEqual(['2', '1', '3'])
  expect(screen.getByRole('region', { name: 'Call 2' })).toBeDefined()
  expect(screen.getByLabelText('Call data')).toHaveProperty('value', '0x11111111')
  pressButton('Move up')
  expect(readOrder()).toEqual(['1', '2', '3'])
})

test('calls are added, duplicated and removed, and the last one is emptied', () => {
  open(calls.slice(0, 2))
  pressButton('Duplicate call')
  expect(readOrder()).toEqual(['1', '1', '2'])
  expect(screen.getByRole('region', { name: 'Call 2' })).toBeDefined()
  pressButton('Add call')
  expect(screen.getByRole('region', { name: 'Call 4' })).toBeDefined()
  pressButton('Remove call')
  pressButton('Remove call')
  expect(readOrder()).toEqual(['1', '1'])
  pressButton('Remove call')
  pressButton('Clear call')
  expect(readOrder()).toEqual([])
  expect(screen.getByLabelText('Contract')).toHaveProperty('value', '')
})

test('a single call has nothing to be moved past', () => {
  open(calls.slice(0, 1))
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
})

test('calls are kept under a name, and are the own ones when they come back', async () => {
  open([])
  fireEvent.click(screen.getByRole('radio', { name: 'Raw call data' }))
  enter('Contract', usdc)
  enter('Call data', '0x11111111')
  let dialog = await openLibrary()
  expect(dialog.textContent).toContain('Nothing saved yet.')
  enter('Save this call as', ' Weekly ')
  pressButton('Save')
  await within(dialog).findByText('Weekly')
  expect(dialog.textContent).toContain(`Raw data on ${firth?.name}`)
  enter('Save this call as', 'weekly')
  expect(dialog.textContent).toContain('Replaces the saved entry.')
  pressButton('Close')
  pressButton('Clear call')
  expect(readOrder()).toEqual([])

  dialog = await openLibrary()
  fireEvent.click(within(dialog).getByText('Weekly'))
  expect(readOrder()).toEqual(['1'])
  expect(readEntered()).toEqual([usdc, '0x11111111'])
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()

  dialog = await openLibrary()
  pressButton('Remove Weekly')
  pressButton('Keep')
  pressButton('Remove Weekly')
  pressButton('Remove')
  expect(dialog.textContent).toContain('Nothing saved yet.')
  expect(localStorage.getItem('estuary.callLibrary')).toBeNull()
})

test('a call of a link stays one to confirm when it is kept under a name', async () => {
  open(calls.slice(0, 1))
  await openLibrary()
  enter('Save this call as', 'From a link')
  pressButton('Save')
  fireEvent.click(await screen.findByText('From a link'))
  expect(readOrder()).toEqual(['1'])
  expect(readEntered()).toEqual([])
})

test('an own ABI is kept under a name and taken for another call', async () => {
  const abi = 'function poke(uint256 times)\nfunction peek() view returns (uint256)'
  open([{ to: vault, abi, fn: '', args: [] }])
  await openLibrary()
  enter('Save this call’s ABI as', 'Poker')
  pressButton('Save ABI')
  await screen.findByText('2 functions')
  pressButton('Close')
  pressButton('Add call')
  expect(screen.queryByLabelText('ABI')).toBeNull()
  await openLibrary()
  fireEvent.click(screen.getByText('Poker'))
  expect(screen.getByLabelText('ABI')).toHaveProperty('value', abi)
  expect(screen.getByText('1 read-only function: see “Read contract”.')).toBeDefined()
})

test('what is kept for a chain of another network cannot be taken here', async () => {
  const stored = [{ kind: 'calls', name: 'Other', search: 'chain=eip155:1', foreign: [] }]
  localStorage.setItem('estuary.callLibrary', JSON.stringify(stored))
  open([])
  const dialog = await openLibrary()
  expect(dialog.textContent).toContain('For a chain that isn’t on this network')
  expect(screen.getByText('Other').closest('button')?.disabled).toBe(true)
})

test('pasted call data is read with the calls inside it, and can be edited as fields', async () => {
  open([])
  fireEvent.click(screen.getByRole('radio', { name: 'Raw call data' }))
  enter('Contract', usdc)
  const transfer = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [weth, 7_000_000n],
  })
  const multicall = parseAbi(['function multicall(bytes[] data)'])
  enter('Call data', encodeFunctionData({ abi: multicall, args: [[transfer, transfer]] }))
  const tree = await screen.findByRole('region', { name: 'Decoded data' })
  expect(within(tree).getByText('multicall')).toBeDefined()
  const inner = within(tree).getAllByText('transfer')
  expect(inner).toHaveLength(2)
  expect(tree.textContent.match(/7,?000,?000/g)).toHaveLength(2)
  pressButton('Edit as fields')
  expect(screen.queryByLabelText('Call data')).toBeNull()
  expect(screen.getByLabelText(/^data 1/)).toHaveProperty('value', transfer)
  expect(screen.getByLabelText(/^data 2/)).toHaveProperty('value', transfer)
})
