import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import {
  getNumberLocale,
  getPreferences,
  resetPreferences,
  setPreferences,
  useIsDark,
} from './preferences.ts'

beforeEach(resetPreferences)

describe('preferences', () => {
  it('are kept in this browser', () => {
    setPreferences({ theme: 'dark', slippageBps: 50 })
    expect(JSON.parse(localStorage.getItem('estuary.preferences') ?? '')).toMatchObject({
      theme: 'dark',
      slippageBps: 50,
    })
    expect(getPreferences().theme).toBe('dark')
  })

  it('format numbers where the browser names a locale that Intl does not know', () => {
    vi.stubGlobal('navigator', { language: 'C', languages: ['C', 'de_DE.UTF-8'] })
    const locales = [undefined, 'de'].map((language) =>
      getNumberLocale({ ...getPreferences(), language }),
    )
    vi.unstubAllGlobals()
    expect(locales).toEqual(['en', 'de'])
  })

  it('turn the page to the chosen theme at once', () => {
    setPreferences({ theme: 'dark' })
    expect(document.documentElement.dataset['theme']).toBe('dark')
    setPreferences({ theme: 'light' })
    expect(document.documentElement.dataset['theme']).toBe('light')
  })

  it('say whether the page is dark, also when the system changes its theme', () => {
    const system = new EventTarget()
    let matches = false
    const query = Object.defineProperty(system, 'matches', { get: () => matches })
    vi.stubGlobal('matchMedia', () => query)
    const { result } = renderHook(useIsDark)
    expect(result.current).toBe(false)
    matches = true
    act(() => void system.dispatchEvent(new Event('change')))
    expect(result.current).toBe(true)
    act(() => setPreferences({ theme: 'light' }))
    expect(result.current).toBe(false)
    vi.unstubAllGlobals()
  })

  it("colour the browser's own frame like the page", () => {
    document.head.innerHTML =
      '<meta data-scheme="light" content="#ffffff"><meta data-scheme="dark" content="#101a21">'
    const frame = [...document.head.querySelectorAll('meta')]
    setPreferences({ theme: 'dark' })
    expect(frame.map(({ media }) => media)).toEqual(['not all', 'all'])
    setPreferences({ theme: 'system' })
    expect(frame.map(({ media }) => media)).toEqual([
      '(prefers-color-scheme: light)',
      '(prefers-color-scheme: dark)',
    ])
  })

  it('are forgotten when they are reset', () => {
    setPreferences({ hideAmounts: true, hideSmall: false })
    resetPreferences()
    expect(getPreferences()).toMatchObject({ hideAmounts: false, hideSmall: true })
  })

  it('ask earlier only as they allow: a damaged or laxer limit counts as none', async () => {
    for (const [stored, read] of [
      [{ confirmImpactBps: 300, confirmFeesBps: 1000 }, [300, 1000]],
      [{ confirmImpactBps: 2000, confirmFeesBps: 9000 }, [undefined, undefined]],
      [{ confirmImpactBps: '300', confirmFeesBps: null }, [undefined, undefined]],
      [{ confirmImpactBps: 0, confirmFeesBps: -1 }, [undefined, undefined]],
      [{}, [undefined, undefined]],
    ] as const) {
      localStorage.setItem('estuary.preferences', JSON.stringify(stored))
      vi.resetModules()
      const { confirmImpactBps, confirmFeesBps } = (
        await import('./preferences.ts')
      ).getPreferences()
      expect([confirmImpactBps, confirmFeesBps]).toEqual(read)
    }
  })
})
