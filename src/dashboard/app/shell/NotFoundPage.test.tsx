import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { NotFoundPage } from './Shell.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('an unknown address is said to be one, and one step leads to the balances', () => {
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(1)
  render(<NotFoundPage />)
  const heading = screen.getByRole('heading', { level: 1 })
  expect(heading.textContent).toBe('Page not found')
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/'])
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
})

test('who came from a page goes back to it', () => {
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(2)
  const back = vi.spyOn(window.history, 'back').mockReturnValue()
  render(<NotFoundPage />)
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(back).toHaveBeenCalledOnce()
})
