import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createElement, Fragment } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { Dialog } from './Dialog.tsx'
import { Toasts, showToast } from './Toasts.tsx'

afterEach(cleanup)

test('a confirmation that leads on has its link, and goes once that is followed', () => {
  window.history.replaceState(null, '', '/history')
  render(createElement(Toasts))
  act(() => {
    showToast('Link copied')
    showToast('Receipt saved', { href: '/receipt', text: 'Verify a receipt' })
  })
  // Tests of other files may have left theirs in the same store.
  expect(screen.getByRole('status').textContent).toMatch(
    /Link copiedReceipt savedVerify a receipt$/,
  )
  fireEvent.click(screen.getByRole('link', { name: 'Verify a receipt' }))
  expect(window.location.pathname).toBe('/receipt')
  expect(screen.getByRole('status').textContent).toMatch(/Link copied$/)
})

test('what was said on a page goes with it, but not what led to the next one', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  window.history.replaceState(null, '', '/settings')
  render(createElement(Toasts))
  act(() => showToast('Settings reset'))
  vi.advanceTimersByTime(1_500)
  act(() => showToast('Removed from the list'))
  act(() => window.history.pushState(null, '', '/history'))
  const text = screen.getByRole('status').textContent
  vi.useRealTimers()
  expect(text).toMatch(/Removed from the list$/)
  expect(text).not.toContain('Settings reset')
})

test('a confirmation while a dialog is open is inside the dialog, where it is seen and can be pressed', () => {
  const { rerender } = render(drawBeside(true))
  act(() => showToast('Receipt saved'))
  expect(screen.getByRole('dialog').textContent).toContain('Receipt saved')
  rerender(drawBeside(false))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('Receipt saved')
})

function drawBeside(isOpen: boolean) {
  const props = { isOpen, title: 'Execution', onClose: () => undefined, children: 'Its record' }
  return createElement(Fragment, null, createElement(Dialog, props), createElement(Toasts))
}
