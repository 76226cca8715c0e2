import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import type { Hash } from '#protocol/ids/hex.ts'
import {
  forgetSentQuote,
  keepSentQuote,
  markAnswered,
  useUnansweredQuotes,
} from '../../api/state/openExecutions.ts'
import { UnansweredNote } from './UnansweredNote.tsx'

const [first, second]: readonly Hash[] = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`]

afterEach(() => {
  cleanup()
  for (const id of [first, second]) if (id) forgetSentQuote(id)
})

function Listed() {
  return <p>{useUnansweredQuotes().map(({ quoteId }) => quoteId)}</p>
}

test('another quote without an answer is named beside the reviewed one, until it has one', () => {
  if (!first || !second) throw new Error('Two ids.')
  render(<UnansweredNote quoteId={second} />)
  expect(screen.queryByRole('alert')).toBeNull()
  act(() => keepSentQuote(second, Date.now()))
  expect(screen.queryByRole('alert')).toBeNull()
  act(() => keepSentQuote(first, Date.now()))
  const link = screen.getByRole('link', { name: 'Check its status' })
  expect(link.getAttribute('href')).toBe(`/executions/${first}`)
  act(() => markAnswered(first))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('it is kept over a reload, and what is no quote in the storage is left out', () => {
  if (!first) throw new Error('An id.')
  act(() => keepSentQuote(first, 5))
  const key = 'estuary.openExecutions'
  expect(localStorage.getItem(key)).toContain(first)
  const kept = { quoteId: first, sentAtMs: 5 }
  const quotes = [kept, { quoteId: 'javascript:0', sentAtMs: 5 }, { quoteId: first }, null]
  localStorage.setItem(key, JSON.stringify({ open: [], unanswered: quotes }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  render(<Listed />)
  expect(screen.getByText(first).textContent).toBe(first)
})
