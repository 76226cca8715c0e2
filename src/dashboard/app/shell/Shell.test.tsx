// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { showPage } from '#testing/dashboard/page.ts'
import { Shell } from './Shell.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  window.history.replaceState(null, '', '/')
})

function goTo(name: string): void {
  const header = within(screen.getByRole('banner'))
  fireEvent.click(header.getByRole('link', { name: new RegExp(`^${name}`) }))
}

test('a page that throws says so within the frame, the others go on, and it can be loaded again', async () => {
  // React reports what a boundary has caught.
  const reported = vi.spyOn(console, 'error').mockReturnValue()
  const title = vi.spyOn(document, 'title', 'set').mockImplementation((text) => {
    if (text.startsWith('Settings')) throw new Error('The settings cannot be shown.')
  })
  window.history.replaceState(null, '', '/settings')
  showPage(createElement(Shell), { service: () => undefined })
  const note = (await screen.findByText('This page stopped')).closest('[role=alert]')
  expect(note?.textContent).toContain('Funds are not affected')
  expect(screen.getByRole('main').contains(note)).toBe(true)
  expect(reported).toHaveBeenCalled()

  goTo('History')
  await screen.findByRole('heading', { level: 1, name: 'History' })
  expect(screen.queryByText('This page stopped')).toBeNull()

  goTo('Settings')
  await screen.findByText('This page stopped')
  title.mockRestore()
  fireEvent.click(screen.getByRole('button', { name: 'Load the page again' }))
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  expect(screen.queryByText('This page stopped')).toBeNull()
})
