// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { Toasts } from './Toasts.tsx'
import { showToast } from './toasts.ts'

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
