import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { getLockMinutes, setLockMinutes, startIdleLock } from './idleLock.ts'
import {
  createLocalWallet,
  forgetLocalWallet,
  getLocalWallet,
  unlockLocalWallet,
} from './localWallet.ts'
import { testPassphrase, testPhrase } from '#testing/dashboard/wallet.ts'

const isPlayMoney = true
let stop: () => void

beforeAll(async () => {
  await createLocalWallet({ passphrase: testPassphrase, phrase: testPhrase })
})
beforeEach(async () => {
  if (getLocalWallet().status === 'locked') await unlockLocalWallet(testPassphrase)
  vi.useFakeTimers()
  stop = startIdleLock({ isPlayMoney })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  setLockMinutes(15)
})
afterAll(forgetLocalWallet)

describe('the idle lock', () => {
  it('locks after fifteen minutes without input', () => {
    vi.advanceTimersByTime(14 * 60_000)
    expect(getLocalWallet().status).toBe('unlocked')
    vi.advanceTimersByTime(61_000)
    expect(getLocalWallet().status).toBe('locked')
  })

  it('counts from the last input of a person', () => {
    vi.advanceTimersByTime(14 * 60_000)
    use('keydown')
    vi.advanceTimersByTime(14 * 60_000)
    expect(getLocalWallet().status).toBe('unlocked')
  })

  it('does not count what a script pretends', () => {
    vi.advanceTimersByTime(14 * 60_000)
    window.dispatchEvent(new Event('keydown'))
    vi.advanceTimersByTime(61_000)
    expect(getLocalWallet().status).toBe('locked')
  })

  it('locks before the first input after a sleep counts', () => {
    vi.setSystemTime(Date.now() + 3_600_000)
    use('pointermove')
    expect(getLocalWallet().status).toBe('locked')
  })

  it('follows the choice at once', () => {
    setLockMinutes(5)
    vi.advanceTimersByTime(5 * 60_000 + 5_000)
    expect(getLocalWallet().status).toBe('locked')
  })

  it('never locks where the person chose so, which is an hour where money is real', () => {
    setLockMinutes(0)
    vi.advanceTimersByTime(24 * 3_600_000)
    expect(getLocalWallet().status).toBe('unlocked')
    expect(getLockMinutes({ isPlayMoney: false })).toBe(60)
  })
})

/** Dispatches an event that counts as the user's own input. */
function use(type: string): void {
  const event = new Event(type)
  Object.defineProperty(event, 'isTrusted', { value: true })
  window.dispatchEvent(event)
}
