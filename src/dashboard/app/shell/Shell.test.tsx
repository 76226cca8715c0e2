import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { showPage } from '#testing/dashboard/page.ts'
import { showPairing } from '../../wallets/remote/pairing.ts'
import { Shell } from './Shell.tsx'

const pairing = {
  state: 'opening',
  uri: '',
  renew: vi.fn<() => void>(),
  cancel: vi.fn(() => showPairing(undefined)),
} as const

afterEach(() => {
  cleanup()
  showPairing(undefined)
  vi.restoreAllMocks()
  window.history.replaceState(null, '', '/')
})

function goTo(name: string): void {
  const header = within(screen.getByRole('banner'))
  fireEvent.click(header.getByRole('link', { name: new RegExp(`^${name}`) }))
}

function show(path: string): void {
  window.history.replaceState(null, '', path)
  showPage(createElement(Shell), { service: () => undefined })
}

test('a page that throws says so within the frame, the others go on, and it can be loaded again', async () => {
  // React reports what a boundary has caught.
  const reported = vi.spyOn(console, 'error').mockReturnValue()
  const title = vi.spyOn(document, 'title', 'set').mockImplementation((text) => {
    if (text.startsWith('Settings')) throw new Error('The settings cannot be shown.')
  })
  show('/settings')
  const found = await screen.findByText('This page stopped working').catch((error: unknown) => {
    // An empty app alone would not say what has thrown where.
    throw new Error(reported.mock.calls.map(String).join('\n'), { cause: error })
  })
  const note = found.closest('[role=alert]')
  expect(note?.textContent).toContain('Your funds aren’t affected')
  expect(screen.getByRole('main').contains(note)).toBe(true)
  expect(reported).toHaveBeenCalled()

  goTo('History')
  await screen.findByRole('heading', { level: 1, name: 'History' })
  expect(screen.queryByText('This page stopped working')).toBeNull()

  goTo('Settings')
  await screen.findByText('This page stopped working')
  title.mockRestore()
  fireEvent.click(screen.getByRole('button', { name: 'Reload page' }))
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  expect(screen.queryByText('This page stopped working')).toBeNull()
})

test('a dialog that throws says so above the page, which goes on, and can be dismissed', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  show('/history')
  await screen.findByRole('heading', { level: 1, name: 'History' })
  const state = vi.fn<() => 'opening'>(() => {
    throw new Error('The code cannot be shown.')
  })
  act(() => showPairing(Object.defineProperty({ ...pairing }, 'state', { get: state })))
  const title = await screen.findByText('Part of this page stopped working')
  const note = title.closest<HTMLElement>('[role=alert]') ?? title
  expect(state).toHaveBeenCalled()
  expect(screen.getByRole('main').contains(note)).toBe(false)
  expect(screen.getByRole('heading', { level: 1, name: 'History' })).toBeTruthy()

  fireEvent.click(within(note).getByRole('button', { name: 'Dismiss' }))
  expect(pairing.cancel).toHaveBeenCalledOnce()
  expect(screen.queryByText('Part of this page stopped working')).toBeNull()
  goTo('Settings')
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
})

test.each(['/swap', '/send', '/call'])(
  'who comes back to a review of %s that was sent finds a link to what came of it, and no quote',
  async (path) => {
    const quoteId = `0x${'5e'.repeat(32)}`
    const asked: string[] = []
    window.history.replaceState({ isReview: true, sent: quoteId }, '', `${path}?amount=5`)
    showPage(createElement(Shell), { service: ({ pathname }) => void asked.push(pathname) })
    await screen.findByRole('heading', { level: 1, name: 'Already done' })
    const link = screen.getByRole('link', { name: 'Open execution' })
    expect(link.getAttribute('href')).toBe(`/executions/${quoteId}`)
    expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull()
    expect(asked.filter((one) => one.includes('quote'))).toEqual([])
    fireEvent.click(screen.getByRole('link', { name: 'Start new' }))
    await waitFor(() => expect(screen.queryByText('Already done')).toBeNull())
    expect(window.location.pathname + window.location.search).toBe(path)
  },
)

test.each([
  ['/bridge', 'Swap'],
  ['/transfer', 'Send'],
  ['/activity', 'History'],
])('the address %s, which people type, shows %s', async (typed, title) => {
  show(typed)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
})

test.each(['/balances', '/home', '/wallet', '/receive'])('%s shows the balances', async (typed) => {
  show(typed)
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(screen.queryByText('Page not found')).toBeNull()
})
