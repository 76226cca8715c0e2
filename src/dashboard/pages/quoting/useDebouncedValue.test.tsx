import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { quoteDelayMs, useDebouncedValue } from './useDebouncedValue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Shows a form's amount, which is settled as a request for a quote is. */
function showAmount() {
  const { result, rerender } = renderHook(
    (amount: string) => useDebouncedValue(amount, { key: amount, delayMs: quoteDelayMs }),
    { initialProps: '' },
  )
  return {
    type: rerender,
    pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
    read: () => result.current,
  }
}

test('an amount is settled once nothing has been typed for 350 milliseconds', () => {
  const { type, pass, read } = showAmount()
  for (const amount of ['1', '12', '125']) {
    type(amount)
    pass(349)
    expect(read()).toEqual({ debounced: '', isPending: true })
  }
  pass(1)
  expect(read()).toEqual({ debounced: '125', isPending: false })
})

test('what is typed back before that has never changed', () => {
  const { type, pass, read } = showAmount()
  type('1')
  pass(100)
  type('')
  expect(read()).toEqual({ debounced: '', isPending: false })
  pass(1_000)
  expect(read()).toEqual({ debounced: '', isPending: false })
})
