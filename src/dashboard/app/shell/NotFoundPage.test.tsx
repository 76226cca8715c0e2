import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { NotFoundPage } from './NotFoundPage.tsx'

afterEach(cleanup)

test('an unknown address is said to be one, and one step leads to the balances', () => {
  render(<NotFoundPage />)
  const heading = screen.getByRole('heading', { level: 1 })
  expect(heading.textContent).toBe('Page not found')
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/'])
})
