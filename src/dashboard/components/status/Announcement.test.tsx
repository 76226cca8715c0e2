import { act, cleanup, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Announcement } from './Announcement.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a sentence comes into a place that was there before it, and a newer one takes its place', () => {
  const { rerender } = render(build('You receive 1 ETH.'))
  const place = screen.getByRole('status')
  expect([place.textContent, place.getAttribute('aria-live')]).toEqual(['', 'polite'])
  pass()
  expect(place.textContent).toBe('You receive 1 ETH.')
  rerender(build('You receive 2 ETH.'))
  pass()
  expect(screen.getByRole('status')).toBe(place)
  expect(place.textContent).toBe('You receive 2 ETH.')
})

function build(text: string) {
  return createElement(Announcement, { text })
}

function pass(): void {
  act(() => {
    vi.advanceTimersByTime(200)
  })
}
