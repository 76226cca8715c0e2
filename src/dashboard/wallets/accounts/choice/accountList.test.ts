import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { eraseStoredData, readStoredData } from '../../../storedData.ts'
import { chooseAccounts, defaultChoice, getAccountChoice } from './accountChoice.ts'
import {
  orderAccounts,
  renameAccount,
  setWatched,
  sortByOrder,
  useAccountList,
} from './accountList.ts'

const first: EvmAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const second: EvmAddress = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const third: EvmAddress = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

afterEach(() => act(eraseStoredData))

test('names, order and addresses to look at are in the export, and go with everything else', () => {
  const { result } = renderHook(() => useAccountList())
  act(() => {
    renameAccount(first, '  Rainy \u202E day\n ')
    orderAccounts([second, first])
    setWatched(third, true)
    chooseAccounts(first, { ...defaultChoice, main: 'basic' })
  })
  const list = {
    names: { [first.toLowerCase()]: 'Rainy day' },
    order: [second.toLowerCase(), first.toLowerCase()],
    watched: [third],
  }
  expect(result.current).toEqual(list)
  expect(readStoredData()['estuary.accountList']).toEqual(list)
  act(eraseStoredData)
  expect(result.current).toEqual({ names: {}, order: [], watched: [] })
  expect(getAccountChoice(first)).toEqual(defaultChoice)
})

test('an empty name gives the account its own name back', () => {
  const { result } = renderHook(() => useAccountList())
  act(() => renameAccount(first, 'Savings'))
  act(() => renameAccount(second, 'x'.repeat(60)))
  expect(result.current.names[second.toLowerCase()]).toHaveLength(40)
  act(() => renameAccount(first, '   '))
  expect(Object.keys(result.current.names)).toEqual([second.toLowerCase()])
})

test('an address is looked at once, and no longer after it is removed', () => {
  const { result } = renderHook(() => useAccountList())
  act(() => {
    setWatched(first, true)
    setWatched(first, true)
  })
  expect(result.current.watched).toEqual([first])
  act(() => setWatched(first, false))
  expect(result.current.watched).toEqual([])
})

test('accounts follow the order given, new ones after them as they come', () => {
  const items = [first, second, third].map((address) => ({ address }))
  const order = [third.toLowerCase()]
  expect(sortByOrder(items, { order }).map(({ address }) => address)).toEqual([
    third,
    first,
    second,
  ])
})

/** What is read of a stored text. */
function parseAccountList(stored: unknown) {
  localStorage.setItem('estuary.accountList', JSON.stringify(stored))
  return renderHook(useAccountList).result.current
}

test('stored text that is damaged counts as none', () => {
  const empty = { names: {}, order: [], watched: [] }
  for (const bad of [null, 1, 'text', [], { names: 'x', order: {}, watched: 3 }])
    expect(parseAccountList(bad)).toEqual(empty)
  const parts = {
    names: { [first]: 7, [second]: 'Kept' },
    order: [1, 'a'],
    watched: ['0x1', first],
  }
  expect(parseAccountList(parts)).toEqual({
    names: { [second]: 'Kept' },
    order: ['a'],
    watched: [first],
  })
})
