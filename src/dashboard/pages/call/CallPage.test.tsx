import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { afterEach, expect, test } from 'vitest'

import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { eraseStoredData } from '../../storedData.ts'
import { CallPage } from './CallPage.tsx'

const { usdc, weth, vault } = devnetAddresses
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

function pressButton(name: string | RegExp): void {
  fireEvent.click(screen.getByRole('button', { name, hidden: true }))
}

function enter(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
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
