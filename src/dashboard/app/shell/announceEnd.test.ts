import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { announceEnd } from './announceEnd.ts'

const ended = { quoteId: '0x0c', title: 'Swap 5.00 USDC for ETH', status: 'COMPLETED' } as const
const text = 'Completed: Swap 5.00 USDC for ETH'
/** The notifications that were shown. */
let shown: TestNotification[] = []

class TestNotification extends EventTarget {
  static permission: NotificationPermission = 'granted'
  isClosed = false
  readonly text: string
  readonly options: NotificationOptions
  constructor(text: string, options: NotificationOptions) {
    super()
    this.text = text
    this.options = options
    shown.push(this)
  }
  close(): void {
    this.isClosed = true
  }
}

beforeEach(() => {
  shown = []
  TestNotification.permission = 'granted'
  document.title = 'Balances'
  vi.stubGlobal('Notification', TestNotification)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('an end is told once for each execution, and a click on it leads to the tab', () => {
  const focus = vi.spyOn(window, 'focus').mockReturnValue()
  announceEnd(ended)
  expect(shown.map((one) => [one.text, one.options])).toEqual([[text, { tag: '0x0c' }]])
  expect(focus).not.toHaveBeenCalled()
  shown[0]?.dispatchEvent(new Event('click'))
  expect(focus).toHaveBeenCalledOnce()
  expect(shown[0]?.isClosed).toBe(true)
})

test('what did not succeed is told as that', () => {
  announceEnd({ ...ended, status: 'REFUNDED' })
  announceEnd({ ...ended, status: 'FAILED' })
  expect(shown.map((one) => one.text)).toEqual([
    'Refunded: Swap 5.00 USDC for ETH',
    'Action needed: Swap 5.00 USDC for ETH',
  ])
})

test.each(['denied', 'default'] as const)(
  'where notifications are %s, the title of the tab has to do',
  (permission) => {
    TestNotification.permission = permission
    announceEnd(ended)
    expect(shown).toEqual([])
    expect(document.title).toBe(text)
  },
)

test('where only a service worker may notify, the title of the tab has to do', () => {
  vi.stubGlobal(
    'Notification',
    Object.assign(
      () => {
        throw new TypeError('Illegal constructor')
      },
      { permission: 'granted' },
    ),
  )
  announceEnd(ended)
  expect(document.title).toBe(text)
})

test('who looks at the tab is not told', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  announceEnd(ended)
  expect(shown).toEqual([])
  expect(document.title).toBe('Balances')
})
