import { renderHook, act } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { setAssetHidden, useHiddenAssets } from './api/state/hiddenAssets.ts'
import { openExecution, useOpenExecutions } from './api/state/openExecutions.ts'
import { saveContact, useAddressBook } from './pages/quoting/recipient/addressBook.ts'
import { eraseStoredData, readStoredData } from './storedData.ts'

afterEach(() => act(eraseStoredData))

const mira = {
  name: 'Mira',
  note: '',
  ecosystem: 'evm',
  address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
} as const

/** Saves a recipient, hides an asset and keeps an open execution. */
function store(): void {
  act(() => {
    saveContact(mira)
    setAssetHidden('agg:usdt', true)
    openExecution(`0x${'01'.repeat(32)}`, 1)
  })
}

test('a copy of what is stored has the address book and hidden assets, never the recovery phrase or a wallet app’s token', () => {
  store()
  localStorage.setItem('estuary.wallet', '{"phrase":"abandon"}')
  localStorage.setItem('estuary.solana.app', '{"token":"granted"}')
  localStorage.setItem('other.app', '"not ours"')
  const data = readStoredData()
  expect(data['estuary.addressBook']).toEqual([mira])
  expect(data['estuary.hiddenAssets']).toEqual(['agg:usdt'])
  expect(JSON.stringify(data)).not.toMatch(/abandon|granted|not ours/)
})

test('what is erased is gone from the pages too, not only from the disk', () => {
  store()
  const shown = renderHook(() => ({
    book: useAddressBook(),
    hidden: useHiddenAssets(),
    open: useOpenExecutions(),
  }))
  expect(shown.result.current).toMatchObject({ book: [mira], hidden: ['agg:usdt'] })
  expect(shown.result.current.open).toHaveLength(1)
  act(eraseStoredData)
  expect(shown.result.current).toEqual({ book: [], hidden: [], open: [] })
  expect(readStoredData()).toEqual({})
})
