import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { forgetSentQuote, keepSentQuote } from './openExecutions.ts'
import { type FormCodec, markSent, useForm, useSentQuote } from './formState.ts'

const codec: FormCodec<{ to: string; note: string }> = {
  read: (parameters) => ({ to: parameters.get('to') ?? '', note: parameters.get('note') ?? '' }),
  write: ({ to, note }) => ({ to, note }),
  texts: ({ to }) => (to === '' ? [] : [to]),
}

afterEach(cleanup)

/** Opens an address, as by a link. */
function follow(address: string) {
  window.history.pushState(null, '', address)
  return renderHook(() => useForm(codec)).result
}

/** Renders the form again with the current address and history entry. */
function reload() {
  cleanup()
  return renderHook(() => useForm(codec)).result
}

test.each(['?', '#'])('a step behind %s of an address opens nothing and is taken out', (mark) => {
  const page = follow(`/swap${mark}to=0x12&step=review`)
  expect(page.current.isReview).toBe(false)
  expect(window.location.href).toMatch(/\/swap\?to=0x12$/)
  expect(page.current.foreign).toEqual(['0x12'])
})

test('what a link brings stays foreign until it is entered here, whatever else changes', () => {
  const page = follow('/swap?to=0x12')
  act(() => page.current.change({ to: '0x12', note: 'rent' }))
  expect(page.current.foreign).toEqual(['0x12'])
  expect(reload().current.foreign).toEqual(['0x12'])
})

test('what is entered here is so after a reload, and in nobody else\u2019s link', () => {
  const page = follow('/swap?to=0x12')
  act(() => page.current.change({ to: '0x34', note: '' }))
  expect(page.current.foreign).toEqual([])
  expect(reload().current.foreign).toEqual([])
  expect(follow(window.location.href).current.foreign).toEqual(['0x34'])
})

test('the step and what was entered go back and forth with the history', () => {
  const page = follow('/swap')
  act(() => page.current.change({ to: '0x34', note: '' }))
  act(() => page.current.change({ to: '0x34', note: '' }, { isReview: true, how: 'push' }))
  expect(window.location.search).toBe('?to=0x34')
  const again = reload()
  expect([again.current.isReview, again.current.foreign]).toEqual([true, []])
  act(() => again.current.change({ to: '0x34', note: '' }, { isReview: false }))
  expect(again.current.isReview).toBe(false)
})

test('a review that was sent is so after going back and a reload, and the form before it is not', async () => {
  const quoteId = `0x${'5e'.repeat(32)}` as const
  const page = follow('/swap?to=0x12')
  markSent(quoteId)
  expect(renderHook(useSentQuote).result.current).toBeUndefined()
  act(() => page.current.change({ to: '0x12', note: '' }, { isReview: true, how: 'push' }))
  act(() => markSent(quoteId))
  act(() => window.history.pushState(null, '', '/executions/0x5e'))
  expect(renderHook(useSentQuote).result.current).toBeUndefined()
  window.history.back()
  await waitFor(() => expect(renderHook(useSentQuote).result.current).toBe(quoteId))
  act(() => keepSentQuote(quoteId, 0))
  expect(renderHook(useSentQuote).result.current).toBeUndefined()
  act(() => forgetSentQuote(quoteId))
  expect(renderHook(useSentQuote).result.current).toBe(quoteId)
  expect(reload().current.isReview).toBe(true)
  window.history.back()
  await waitFor(() => expect(renderHook(useSentQuote).result.current).toBeUndefined())
})

test('what is filled in from elsewhere is foreign, what is entered once more is not', () => {
  const page = follow('/swap?to=0x12')
  act(() => page.current.change({ to: '0x56', note: '' }, { entered: [] }))
  expect(page.current.foreign).toEqual(['0x56'])
  act(() => page.current.change({ to: '0x56', note: '' }, { entered: ['0x56'] }))
  expect(page.current.foreign).toEqual([])
})

test('a history that holds something else means that nothing was entered', () => {
  for (const kept of [1, 'x', [], { isReview: 'yes', entered: '0x12' }]) {
    window.history.pushState(kept, '', '/swap?to=0x12')
    const { current } = reload()
    expect([current.isReview, current.foreign]).toEqual([false, ['0x12']])
  }
})
