import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'

import { localStore } from './browserStores.ts'
import { listOf, persisted, persistedBy, usePersisted } from './persisted.ts'

const numbers = persisted('estuary.test', listOf(z.number()), [])

beforeEach(() => localStore.clear())

test('a kept value is plain JSON, read back, shown where it is used, and removed', () => {
  const { result } = renderHook(() => usePersisted(numbers))
  expect(result.current).toEqual([])
  act(() => numbers.set([1, 2]))
  expect(result.current).toEqual([1, 2])
  expect(localStorage.getItem('estuary.test')).toBe('[1,2]')
  act(() => numbers.set(undefined))
  expect(result.current).toEqual([])
  expect(localStorage.getItem('estuary.test')).toBeNull()
})

test('a change by another tab is seen at the next reading, and by those who show it', () => {
  const { result } = renderHook(() => usePersisted(numbers))
  localStorage.setItem('estuary.test', '[3]')
  expect(numbers.get()).toEqual([3])
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'estuary.test' })))
  expect(result.current).toEqual([3])
})

test('what cannot be read counts as none, and a damaged item does not take the others along', () => {
  for (const text of ['{', '{}', 'null', '7']) {
    localStorage.setItem('estuary.test', text)
    expect(numbers.get(), text).toEqual([])
  }
  localStorage.setItem('estuary.test', '[1,"2",null,3]')
  expect(numbers.get()).toEqual([1, 3])
})

test('each name under a prefix has a value of its own, the same while it is unchanged', () => {
  const named = persistedBy('estuary.test.', z.object({ size: z.number() }), undefined)
  named('a').set({ size: 1 })
  expect([named('a').get(), named('b').get()]).toEqual([{ size: 1 }, undefined])
  expect(named('a').get()).toBe(named('a').get())
})
