import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { lazyComponent } from '../../components/lazyComponent.tsx'
import { PartBoundary } from './PartBoundary.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('what could not be loaded says so, and the document is loaded anew', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  const Part = lazyComponent(async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  render(
    <PartBoundary>
      <Suspense>
        <Part />
      </Suspense>
    </PartBoundary>,
  )
  expect(await screen.findByText('Part of this page didn’t load')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('Your funds aren’t affected')
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Reload page' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('a part of the frame that stopped can be dismissed, and is closed before it is shown again', () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  let isOpen = true
  function Dialog() {
    if (isOpen) throw new Error('The dialog cannot be shown.')
    return <p>The rest</p>
  }
  render(
    <PartBoundary isFrame onDismiss={() => (isOpen = false)}>
      <Dialog />
    </PartBoundary>,
  )
  expect(screen.getByText('Part of this page stopped working')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Reload page' }))
  expect(reload).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.getByText('The rest')).toBeTruthy()
})
