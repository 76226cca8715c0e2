import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { PairingDialog } from './PairingDialog.tsx'

const uri = `wc:${'0a'.repeat(32)}@2?relay-protocol=irn`
const renew = vi.fn()
const cancel = vi.fn()

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  renew.mockClear()
  cancel.mockClear()
})

test('a code can be scanned or copied, and on a phone opened', () => {
  render(<PairingDialog {...{ state: 'shown', uri, renew, cancel }} />)
  expect(screen.getByTitle('Pairing code')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy link', hidden: true })).toBeTruthy()
  expect(screen.queryByRole('link', { hidden: true })).toBeNull()
  cleanup()
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 15)' })
  render(<PairingDialog {...{ state: 'shown', uri, renew, cancel }} />)
  const link = screen.getByRole('link', { name: 'Open a wallet', hidden: true })
  expect(link.getAttribute('href')).toBe(uri)
})

test.each([
  ['expired', 'This code has expired', 'New code'],
  ['unreachable', 'Can’t reach WalletConnect', 'Try again'],
] as const)('%s is said, with a button that makes another code', (state, said, label) => {
  render(<PairingDialog {...{ state, uri: '', renew, cancel }} />)
  expect(screen.getByRole('alert', { hidden: true }).textContent).toContain(said)
  expect(screen.queryByTitle('Pairing code')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: label, hidden: true }))
  expect(renew).toHaveBeenCalledOnce()
})

test('while the relay is being reached that is said, and closing gives up', () => {
  render(<PairingDialog {...{ state: 'opening', uri: '', renew, cancel }} />)
  expect(screen.getByRole('status', { hidden: true }).textContent).toBe('Preparing code')
  expect(screen.queryByRole('button', { name: 'Copy link', hidden: true })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Close', hidden: true }))
  expect(cancel).toHaveBeenCalled()
})

test('the link is copied', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { userAgent: '', clipboard: { writeText } })
  render(<PairingDialog {...{ state: 'shown', uri, renew, cancel }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy link', hidden: true }))
  expect(writeText).toHaveBeenCalledWith(uri)
})
