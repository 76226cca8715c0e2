import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, Fragment } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { testAddress } from '#testing/dashboard/wallet.ts'
import { saveContact } from '../quoting/recipient/addressBook.ts'
import { getPreferences, resetPreferences, setPreferences } from '../../api/state/preferences.ts'
import { createFormats } from '../../components/amounts/createFormats.ts'
import { Toasts } from '../../components/overlays/Toasts.tsx'
import { SettingsPage } from './SettingsPage.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  resetPreferences()
  localStorage.clear()
})

const saved = { 'estuary.addressBook': '[{"name":"Mira"}]', 'estuary.accounts.names': '{}' }

function show(): void {
  for (const [key, text] of Object.entries(saved)) localStorage.setItem(key, text)
  showPage(createElement(Fragment, null, createElement(SettingsPage), createElement(Toasts)), {
    service: () => undefined,
  })
}

function press(name: string, where: HTMLElement = document.body): void {
  fireEvent.click(within(where).getByRole('button', { name }))
}

function getChecked(group: string): string | null | undefined {
  const radios = within(screen.getByRole('radiogroup', { name: group })).getAllByRole('radio')
  return radios.find((radio) => radio.matches(':checked'))?.closest('label')?.textContent
}

/** Chooses an option of a group, and returns all that there are. */
function choose(group: string, option: string): readonly string[] {
  const radios = within(screen.getByRole('radiogroup', { name: group }))
  fireEvent.click(radios.getByRole('radio', { name: option }))
  return radios.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent ?? '')
}

test('settings go back to their defaults once that is confirmed, and nothing else is deleted', async () => {
  setPreferences({ theme: 'dark', numberLocale: 'de-DE', slippageBps: 30, hideAmounts: true })
  show()
  expect(getChecked('Slippage limit')).toBe('Custom')
  press('Reset')
  press('Keep settings')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(getPreferences()).toMatchObject({ theme: 'dark', slippageBps: 30, hideAmounts: true })
  press('Reset')
  press('Reset settings', screen.getByRole('alert'))
  await screen.findByText('Settings reset')
  expect(getPreferences()).toMatchObject({
    theme: 'system',
    numberLocale: 'auto',
    slippageBps: 0,
    hideAmounts: false,
  })
  expect([getChecked('Theme'), getChecked('Slippage limit')]).toEqual(['System', 'Auto'])
  expect(screen.queryByRole('alert')).toBeNull()
  for (const [key, text] of Object.entries(saved)) expect(localStorage.getItem(key)).toBe(text)
})

test('settings that a backup brings are shown as they then are', async () => {
  show()
  const data = { 'estuary.preferences': { slippageBps: 5000 } }
  const of = { network: devnet.name, savedAt: '2026-11-25T12:00:00.000Z' }
  const text = JSON.stringify({ type: 'estuary.backup', version: 1, ...of, data })
  fireEvent.change(screen.getByLabelText('Backup file'), {
    target: { files: [new File([text], 'backup.json')] },
  })
  press('Restore', await screen.findByRole('alert'))
  await screen.findByText('Backup restored')
  expect(getPreferences().slippageBps).toBe(5000)
  expect(getChecked('Slippage limit')).toBe('Custom')
})

test('a language that was chosen goes too, and the page loads anew in that of the browser', () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue(undefined)
  show()
  press('Reset')
  press('Reset settings', screen.getByRole('alert'))
  expect(reload).not.toHaveBeenCalled()
  setPreferences({ language: 'de' })
  press('Reset')
  press('Reset settings', screen.getByRole('alert'))
  expect(getPreferences().language).toBeUndefined()
  expect(reload).toHaveBeenCalledOnce()
})

test('everything goes once that is confirmed, and the app starts anew, as memory holds some of it', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined)
  setPreferences({ theme: 'dark', language: 'de', slippageBps: 50 })
  show()
  press('Erase')
  press('Keep it')
  expect(localStorage.getItem('estuary.addressBook')).toBe(saved['estuary.addressBook'])
  press('Erase')
  press('Erase everything', screen.getByRole('alert'))
  await waitFor(() => expect(localStorage.getItem('estuary.addressBook')).toBeNull())
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'))
  expect(localStorage.length).toBe(0)
})

test('one may be asked earlier about price impact and fees, never later', () => {
  show()
  expect([
    getChecked('Confirm when price impact exceeds'),
    getChecked('Confirm when fees exceed'),
  ]).toEqual(['10%', '40%'])
  expect(choose('Confirm when price impact exceeds', '3%')).toEqual(['10%', '5%', '3%', '1%'])
  expect(choose('Confirm when fees exceed', '10%')).toEqual(['40%', '20%', '10%'])
  expect(getPreferences()).toMatchObject({ confirmImpactBps: 300, confirmFeesBps: 1000 })
  press('Reset')
  press('Reset settings', screen.getByRole('alert'))
  expect([
    getChecked('Confirm when price impact exceeds'),
    getChecked('Confirm when fees exceed'),
  ]).toEqual(['10%', '40%'])
})

test('the address book opens from the settings, where nobody is chosen from it', async () => {
  saveContact({ name: 'Mira', note: '', ecosystem: 'evm', address: testAddress })
  showPage(createElement(SettingsPage), { service: () => undefined })
  press('Open the address book')
  const dialog = await screen.findByRole('dialog', { name: 'Address book' })
  expect(dialog.textContent).toContain(testAddress)
  expect(within(dialog).queryByRole('button', { name: /^Mira/ })).toBeNull()
})

test('the words for hidden amounts name what stands in their place', () => {
  show()
  expect(createFormats({ locale: 'en-US', hideAmounts: true }).usd(12)).toBe('$****')
  expect(screen.getByText(/^Shows asterisks/)).toBeTruthy()
})

test.each(['Reset', 'Erase'])(
  'the question that %s asks is scrolled to, past the bar of a phone',
  (name) => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    show()
    press(name)
    const [place] = scrolled.mock.contexts
    expect(place instanceof Element && place.contains(screen.getByRole('alert'))).toBe(true)
  },
)

test('WalletConnect’s relay is named among what the page contacts only where it is used', () => {
  show()
  expect(screen.queryByText(/WalletConnect’s relay/)).toBeNull()
  cleanup()
  Object.assign(document.documentElement.dataset, {
    walletConnect: 'project',
    walletConnectRelay: 'wss://relay.example',
  })
  show()
  expect(screen.getByText(/WalletConnect’s relay/)).toBeDefined()
  delete document.documentElement.dataset['walletConnect']
  delete document.documentElement.dataset['walletConnectRelay']
})
