import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { ApiError } from '../../api/service/client.ts'
import { describeSigningError } from './describeSigningError.ts'
import { SigningPanel } from './SigningPanel.tsx'
import type { SigningPhase } from './useSigning.ts'

const declined = {
  title: 'You declined in the wallet',
  body: 'Nothing was sent. 1 of 2 signatures is saved until the quote expires.',
  retry: 'Sign again',
  isOver: false,
}

afterEach(cleanup)

function show(
  secondsLeft: number,
  phase: SigningPhase = { step: 'idle' },
  blocked?: string,
): HTMLElement {
  const life = { secondsLeft, secondsTotal: 30, isExpired: secondsLeft === 0 }
  render(
    <SigningPanel
      life={life}
      total={2}
      signing={{ phase, error: declined, signed: [0], start: ignore }}
      wallet="Test Wallet"
      blocked={blocked}
      onNewQuote={ignore}
      onCancel={ignore}
    />,
  )
  return screen.getByRole('region', { name: 'Signing' })
}

function ignore(): void {}

/** What is shown of one that the service did not look at. */
function showRefused(): string | null {
  return showError(new ApiError({ status: 429, code: 'RATE_LIMITED', message: 'Too often.' }))
}

/** What is shown of a signed quote whose time is over after the service answered with this status, or not. */
function showSent(status: number): string | null {
  const code = status === 0 ? 'UNREACHABLE' : status < 500 ? 'UNREADABLE' : 'INTERNAL'
  return showError(new ApiError({ status, code, message: 'No answer.' }))
}

function showError(cause: ApiError): string | null {
  const error = describeSigningError(cause, { signed: 1, total: 1 })
  render(
    <SigningPanel
      life={{ secondsLeft: 0, secondsTotal: 30, isExpired: true }}
      total={1}
      signing={{ phase: { step: 'idle' }, error, signed: [0], start: ignore }}
      wallet="Test Wallet"
      blocked="This quote failed its checks, so it can’t be signed."
      onNewQuote={ignore}
      onCancel={ignore}
    />,
  )
  return screen.getByRole('region', { name: 'Signing' }).textContent
}

test.each([0, 200, 503])(
  'a quote that the service may have taken can only be sent again, also after its time: %i',
  (status) => {
    const text = showSent(status)
    expect(text).toContain('Sending it again is safe')
    expect(text).not.toContain('expired')
    expect(text).not.toContain('no longer passes')
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send again' })
    expect(send.disabled).toBe(false)
    expect(screen.queryByRole('button', { name: 'Get a new quote' })).toBeNull()
  },
)

test('one that it did not listen to is over with its time', () => {
  expect(showRefused()).toContain('This quote expired')
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
})

test('a signature given before one was declined is kept while the quote lives', () => {
  const text = show(12).textContent
  expect(text).toContain('1 of 2 signed')
  expect(text).toContain('You declined in the wallet')
  expect(screen.getByRole('button', { name: 'Sign again' })).toBeDefined()
})

test('once the quote is over no signature counts, and a new quote is the way on', () => {
  const text = show(0).textContent
  expect(text).toContain('0 of 2 signed')
  expect(text).toContain('This quote expired')
  expect(text).not.toContain('declined')
  expect(screen.getByRole('button', { name: 'Get a new quote' })).toBeDefined()
})

test('why a quote cannot be signed is said where it could be, not once it is over', () => {
  const reason = 'This quote failed its checks, so it can’t be signed.'
  expect(show(12, undefined, reason).textContent).toContain(reason)
  cleanup()
  expect(show(0, undefined, reason).textContent).not.toContain(reason)
})

test('while a warning is open the button leads to it, and nothing can be signed', () => {
  show(12, undefined, 'Confirm the warning')
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  // The first is in the bar of a phone, the last elsewhere.
  expect(names).toEqual(['Cancel', 'Confirm the warning', 'Cancel'])
  expect(screen.getByRole('button', { name: names[1] ?? '' })).toHaveProperty('disabled', false)
})

test('nobody is told that nothing is sent while it is being sent', () => {
  show(12)
  expect(cancelIn()?.parentElement?.className).not.toContain('invisible')
  // In the bar of a phone too.
  expect(screen.getAllByRole('button', { name: 'Cancel' })).toHaveLength(2)
  cleanup()
  show(12, { step: 'sending' })
  expect(cancelIn()?.parentElement?.className).toContain('invisible')
  expect(screen.getAllByRole('button', { name: 'Cancel' })).toHaveLength(1)
})

test('a new quote cannot be asked for offline, and that is said', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(show(0).textContent).toContain('Works again once you’re back online.')
  expect(screen.getByRole('button', { name: 'Get a new quote' })).toHaveProperty('disabled', true)
  vi.restoreAllMocks()
})

function cancelIn(): HTMLElement | undefined {
  return screen.getAllByRole('button', { name: 'Cancel' }).at(-1)
}

test('where nothing is left to sign, no signatures are counted and the button runs the call', () => {
  render(
    <SigningPanel
      life={{ secondsLeft: 20, secondsTotal: 30, isExpired: false }}
      total={0}
      signing={{ phase: { step: 'idle' }, error: undefined, signed: [], start: ignore }}
      wallet="Test Wallet"
      blocked={undefined}
      onNewQuote={ignore}
      onCancel={ignore}
    />,
  )
  const panel = screen.getByRole('region', { name: 'Signing' })
  expect(panel.textContent).not.toMatch(/signed/i)
  expect(screen.getByRole('button', { name: 'Run call' })).toBeDefined()
})

test.each([
  { signed: [], index: 2, says: 'Confirm 1 of 3 in Test Wallet', count: '0 of 3 signed', bar: 0 },
  { signed: [2], index: 0, says: 'Confirm 2 of 3 in Test Wallet', count: '1 of 3 signed', bar: 1 },
])('signatures count in the order of the wallet: $says', ({ signed, index, says, count, bar }) => {
  const phase = { step: 'asking', index } as const
  const { container } = render(
    <SigningPanel
      life={{ secondsLeft: 20, secondsTotal: 30, isExpired: false }}
      total={3}
      signing={{ phase, error: undefined, signed, start: ignore }}
      wallet="Test Wallet"
      blocked={undefined}
      onNewQuote={ignore}
      onCancel={ignore}
    />,
  )
  expect(screen.getByRole('button', { name: says })).toBeDefined()
  expect(screen.getByText(count)).toBeDefined()
  const bars = [...container.querySelectorAll('.rounded-full')].map(({ className }) => className)
  expect(bars.findIndex((name) => name.includes('bg-channel'))).toBe(bar)
  expect(bars.filter((name) => name.includes('bg-reed'))).toHaveLength(signed.length)
})
