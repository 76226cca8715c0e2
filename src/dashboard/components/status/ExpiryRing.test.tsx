import { cleanup, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { ExpiryRing } from './ExpiryRing.tsx'

afterEach(cleanup)

/** What a screen reader is told while the ring is shown with these times left, one after the other. */
function listen(times: readonly number[]): readonly string[] {
  const secondsTotal = 60
  const { rerender } = render(createElement(ExpiryRing, { secondsLeft: 60, secondsTotal }))
  const said = times.map((secondsLeft) => {
    rerender(createElement(ExpiryRing, { secondsLeft, secondsTotal }))
    return screen.getByRole('status').textContent
  })
  return said.filter((text, index) => text !== '' && text !== said[index - 1])
}

test('what is left is announced at 30, 10 and 0 seconds, once each, and at no other', () => {
  const everyQuarter = Array.from({ length: 248 }, (_, index) => 60 - index / 4)
  expect(listen(everyQuarter)).toEqual(['30 seconds left', '10 seconds left', '0 seconds left'])
})

test.each([
  [596.4, '9:57'],
  [120, '2:00'],
  [100, '1:40'],
  [98.2, '99'],
  [0, '0'],
])('%d seconds read %s inside the ring', (secondsLeft, text) => {
  const { container } = render(createElement(ExpiryRing, { secondsLeft, secondsTotal: 600 }))
  expect(container.querySelector('.num')?.textContent).toBe(text)
})
