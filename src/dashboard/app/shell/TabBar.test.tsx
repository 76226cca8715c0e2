import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { TabBar } from './Shell.tsx'

afterEach(cleanup)

test('in a review the link of its own page leads back to the form as it was typed, others to theirs', () => {
  window.history.replaceState({ isReview: true, entered: ['0xab'] }, '', '/send?amount=5')
  render(createElement(TabBar))
  fireEvent.click(screen.getByRole('link', { name: 'Send' }))
  const { pathname, search } = window.location
  expect(pathname + search).toBe('/send?amount=5')
  expect(window.history.state).toEqual({ isReview: false, entered: ['0xab'] })
  // What was sent is not offered anew.
  window.history.replaceState({ isReview: true, sent: '0x01' }, '')
  fireEvent.click(screen.getByRole('link', { name: 'Send' }))
  expect(window.location.search).toBe('')
  fireEvent.click(screen.getByRole('link', { name: 'Swap' }))
  expect(window.location.pathname + window.location.search).toBe('/swap')
})
