import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'

import { persisted, usePersisted } from '../../persisted.ts'

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

/** How this browser shows things; stored here and sent nowhere. What is damaged counts as not chosen. */
export const Preferences = z.object({
  theme: z.catch(z.enum(['system', 'light', 'dark']), 'system'),
  /** Code of the chosen language, such as `de`; undefined is the browser's. `public/boot.js` reads it. */
  language: z.catch(z.optional(z.string().check(z.regex(/^[a-z]{2}$/))), undefined),
  /** Number format; `auto` is that of the language. */
  numberLocale: z.catch(z.enum(['auto', 'en-US', 'de-DE', 'fr-FR', 'en-IN']), 'auto'),
  /** Currency in which values are shown, US dollars unless chosen; all is decided in dollars. */
  currency: z.catch(z.optional(z.enum(shownCurrencies)), undefined),
  /** Default slippage, basis points; 0 leaves it to the service. */
  slippageBps: z.catch(z.int().check(z.gte(0), z.lte(5000)), 0),
  /** From which price impact, and which share of the fees, the user is asked; the first unless chosen. */
  confirmImpactBps: z.catch(z.optional(z.literal(impactLimits)), undefined),
  confirmFeesBps: z.catch(z.optional(z.literal(feeLimits)), undefined),
  /** Privacy mode: asterisks in place of amounts. */
  hideAmounts: z.catch(z.boolean(), false),
  /** Whether the list omits assets worth less than a dollar. */
  hideSmall: z.catch(z.boolean(), true),
})
export type Preferences = z.output<typeof Preferences>

const key = 'estuary.preferences'
const kept = persisted(key, Preferences, Preferences.parse({}))

/** The current preferences; components use {@link usePreferences}. */
export function getPreferences(): Preferences {
  return kept.get()
}

/** The preferences, kept up to date with changes by this tab and others. */
export function usePreferences(): Preferences {
  return usePersisted(kept)
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
  kept.set({ ...kept.get(), ...change })
  applyTheme(getPreferences().theme)
}

/** Sets every preference to its default. */
export function resetPreferences(): void {
  kept.set(undefined)
  applyTheme(getPreferences().theme)
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
    if (event.key === key || event.key === null) applyTheme(getPreferences().theme)
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
