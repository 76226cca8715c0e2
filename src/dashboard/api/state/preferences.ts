import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { isRecord } from '#protocol/ids/isRecord.ts'
import { createJsonStorage } from '../../storedJson.ts'

/** Currencies in which values can be shown. */
export const shownCurrencies = ['USD', 'EUR', 'GBP', 'JPY'] as const

/** One of {@link shownCurrencies}. */
export type ShownCurrency = (typeof shownCurrencies)[number]

/**
 * Price impacts from which the user may want to be asked, basis points. The first is where everybody
 * is asked; a laxer one must not be here. Source: pages, "Gates".
 */
export const impactLimits = [1000, 500, 300, 100] as const

/** Shares of the fees from which the user may want to be asked, like {@link impactLimits}. */
export const feeLimits = [4000, 2000, 1000] as const

/** How this browser shows things; stored here and sent nowhere. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark'
  /** Code of the chosen language, such as `de`; undefined is the browser's. `public/boot.js` reads it. */
  language: string | undefined
  /** Number format; `auto` is that of the language. */
  numberLocale: 'auto' | 'en-US' | 'de-DE' | 'fr-FR' | 'en-IN'
  /** Currency in which values are shown, US dollars unless chosen; all is decided in dollars. */
  currency: ShownCurrency | undefined
  /** Default slippage, basis points; 0 leaves it to the service. */
  slippageBps: number
  /** From which price impact, and which share of the fees, the user is asked; the first unless chosen. */
  confirmImpactBps: (typeof impactLimits)[number] | undefined
  confirmFeesBps: (typeof feeLimits)[number] | undefined
  /** Privacy mode: asterisks in place of amounts. */
  hideAmounts: boolean
  /** Whether the list omits assets worth less than a dollar. */
  hideSmall: boolean
}

const key = 'estuary.preferences'
const defaults: Preferences = {
  theme: 'system',
  language: undefined,
  numberLocale: 'auto',
  currency: undefined,
  slippageBps: 0,
  confirmImpactBps: undefined,
  confirmFeesBps: undefined,
  hideAmounts: false,
  hideSmall: true,
}
const useStore = create<Preferences>()(
  persist(() => defaults, { name: key, storage: createJsonStorage(parsePreferences) }),
)

/** The current preferences; components use {@link usePreferences}. */
export function getPreferences(): Preferences {
  return useStore.getState()
}

/** The preferences, kept up to date with changes by this tab and others. */
export function usePreferences(): Preferences {
  return useStore()
}

/** Whether the page is dark now: by the preference, or by the system's theme as it changes. */
export function useIsDark(): boolean {
  const { theme } = usePreferences()
  const isSystemDark = useSyncExternalStore(watchDark, () => getDarkQuery()?.matches === true)
  return theme === 'system' ? isSystemDark : theme === 'dark'
}

function watchDark(onChange: () => void): () => void {
  const query = getDarkQuery()
  query?.addEventListener('change', onChange)
  return () => query?.removeEventListener('change', onChange)
}

/** Changes some preferences and stores them. */
export function setPreferences(change: Partial<Preferences>): void {
  useStore.setState(change)
  applyTheme(getPreferences().theme)
}

/** Sets every preference to its default. */
export function resetPreferences(): void {
  setPreferences(defaults)
}

/** The locale in which numbers are formatted. */
export function getNumberLocale(of: Preferences): string {
  if (of.numberLocale !== 'auto') return of.numberLocale
  const { language } = of
  if (language === undefined) return isLocale(navigator.language) ? navigator.language : 'en'
  // In the way of the user's country, if the browser names it.
  return navigator.languages.find((one) => one.startsWith(language) && isLocale(one)) ?? language
}

/** WebKitGTK names the system's locale, which may be none to `Intl`, such as "C". */
function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length > 0
  } catch {
    return false
  }
}

/** Applies the theme, and follows the system's theme and other tabs; call once at start. */
export function watchPreferences(): void {
  applyTheme(getPreferences().theme)
  getDarkQuery()?.addEventListener('change', () => applyTheme(getPreferences().theme))
  window.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    void useStore.persist.rehydrate()
    applyTheme(getPreferences().theme)
  })
}

function applyTheme(theme: Preferences['theme']): void {
  const root = document.documentElement
  const system = getDarkQuery()?.matches ? 'dark' : 'light'
  root.dataset['switching'] = ''
  root.dataset['theme'] = theme === 'system' ? system : theme
  // The browser's own frame: one colour of each theme, in the page.
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')) {
    const scheme = colour.dataset['scheme']
    const chosen = scheme === theme ? 'all' : 'not all'
    colour.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : chosen
  }
  requestAnimationFrame(() => delete root.dataset['switching'])
}

function getDarkQuery(): MediaQueryList | undefined {
  return typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined
}

function parsePreferences(value: unknown): Preferences {
  const stored = isRecord(value) ? value : {}
  return {
    theme: pickAllowed(stored['theme'], ['system', 'light', 'dark']) ?? defaults.theme,
    language: /^[a-z]{2}$/.exec(String(stored['language']))?.[0],
    numberLocale:
      pickAllowed(stored['numberLocale'], ['auto', 'en-US', 'de-DE', 'fr-FR', 'en-IN']) ??
      defaults.numberLocale,
    currency: pickAllowed(stored['currency'], shownCurrencies),
    slippageBps: toBasisPoints(stored['slippageBps']),
    confirmImpactBps: pickAllowed(stored['confirmImpactBps'], impactLimits),
    confirmFeesBps: pickAllowed(stored['confirmFeesBps'], feeLimits),
    hideAmounts: stored['hideAmounts'] === true,
    hideSmall: stored['hideSmall'] !== false,
  }
}

function pickAllowed<value extends string | number>(
  given: unknown,
  allowed: readonly value[],
): value | undefined {
  return allowed.find((value) => value === given)
}

function toBasisPoints(given: unknown): number {
  return typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= 5000
    ? given
    : defaults.slippageBps
}
