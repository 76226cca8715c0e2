import { useSyncExternalStore } from 'react'

/** What this browser remembers about how to show things; nothing here is sent anywhere. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark'
  /** Number format; `auto` is the browser's own. */
  numberLocale: 'auto' | 'en-US' | 'de-DE' | 'fr-FR' | 'en-IN'
  /** Default slippage in basis points; 0 leaves it to the service. */
  slippageBps: number
  /** Privacy mode: dots in place of amounts. */
  hideAmounts: boolean
  /** Whether assets under a dollar are left out of the list. */
  hideSmall: boolean
}

const key = 'estuary.preferences'
const defaults: Preferences = {
  theme: 'system',
  numberLocale: 'auto',
  slippageBps: 0,
  hideAmounts: false,
  hideSmall: true,
}
const listeners = new Set<() => void>()
let current = read()

/** The preferences as they are now; use {@link usePreferences} to show them. */
export function getPreferences(): Preferences {
  return current
}

/** The preferences, and again whenever one changes, in this tab or another. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, getPreferences)
}

/** Changes some preferences and remembers them. */
export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change }
  try {
    localStorage.setItem(key, JSON.stringify(current))
  } catch {
    // Storage is full or blocked: the change holds until the page closes.
  }
  applyTheme(current.theme)
  for (const listener of listeners) listener()
}

/** Forgets every preference. */
export function resetPreferences(): void {
  setPreferences(defaults)
}

/** The locale numbers are written in. */
export function getNumberLocale(of: Preferences): string {
  return of.numberLocale === 'auto' ? navigator.language : of.numberLocale
}

/** Shows the theme, follows the system's and other tabs; call once at start. */
export function watchPreferences(): void {
  applyTheme(current.theme)
  getDarkQuery()?.addEventListener('change', () => applyTheme(current.theme))
  window.addEventListener('storage', (event) => {
    if (event.key !== key) return
    current = read()
    applyTheme(current.theme)
    for (const listener of listeners) listener()
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function applyTheme(theme: Preferences['theme']): void {
  const root = document.documentElement
  const system = getDarkQuery()?.matches ? 'dark' : 'light'
  root.dataset['switching'] = ''
  root.dataset['theme'] = theme === 'system' ? system : theme
  requestAnimationFrame(() => delete root.dataset['switching'])
}

function getDarkQuery(): MediaQueryList | undefined {
  return typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined
}

function read(): Preferences {
  const stored = readStored()
  return {
    theme: pickAllowed(stored['theme'], ['system', 'light', 'dark']) ?? defaults.theme,
    numberLocale:
      pickAllowed(stored['numberLocale'], ['auto', 'en-US', 'de-DE', 'fr-FR', 'en-IN']) ??
      defaults.numberLocale,
    slippageBps: toBasisPoints(stored['slippageBps']),
    hideAmounts: stored['hideAmounts'] === true,
    hideSmall: stored['hideSmall'] !== false,
  }
}

function readStored(): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}

function pickAllowed<value extends string>(
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
