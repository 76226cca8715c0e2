import type { Preferences } from '../api/state/preferences.ts'

// Runs as soon as it has loaded; nothing waits for it. The static shell is in the system's theme;
// this applies the user's theme and selects which of the two shells is shown. It is smaller than
// the style sheet, which blocks painting, and is cached as long, so it runs before the first paint.
const root = document.documentElement
const themes: readonly unknown[] = ['light', 'dark'] satisfies Preferences['theme'][]
const theme = readStored('estuary.preferences')?.['theme']
if (themes.includes(theme)) root.dataset['theme'] = String(theme)
/** Compressed size of what every visit loads first: the start and the style sheet. */
const firstBytes = 155_000
/** First part of the path, below the app's base path. */
const place = `/${location.pathname.slice((root.dataset['base'] ?? '').length).split('/')[1] ?? ''}`
preloadLanguage()
const isWelcome = place === '/' && !isConnected()
if (isWelcome) root.dataset['shell'] = 'welcome'
// Returning visitors have the fonts cached; a first visit loads them after the page is usable.
if (readStored('wagmi.store') ?? readStored('estuary.solana')) root.dataset['fonts'] = 'ours'
if (!isWelcome) {
  document.addEventListener('estuary:start', loadPlace, { once: true })
  setTimeout(loadPlace, getHeadStartMs())
}

/**
 * Chooses the language: the stored one, else the browser's first that is English or offered. Its
 * catalogue loads in parallel with the start, which waits for it (`language/catalogue.ts`).
 */
function preloadLanguage(): void {
  const stored = readStored('estuary.preferences')?.['language']
  for (const one of typeof stored === 'string' ? [stored] : navigator.languages) {
    const code = one.split('-')[0] ?? ''
    if (code === 'en') return
    const link = document.querySelector<HTMLLinkElement>(`link[data-language="${code}"]`)
    if (!link || (one !== stored && 'unfinished' in link.dataset)) continue
    root.lang = code
    link.crossOrigin = 'anonymous'
    link.as = 'fetch'
    link.href = link.dataset['file'] ?? ''
    link.rel = 'preload'
    return
  }
}

/** Preloads the files of the place, once; the build lists them in the page. */
function loadPlace(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-place]'))
    if (link.dataset['place'] === place && link.rel === '') {
      // `href` first: browsers warn about a preload link without one.
      link.href = link.dataset['file'] ?? ''
      link.rel = 'modulepreload'
    }
}

/**
 * How long to wait before the files of the place are asked for, so that their first bytes come when
 * the last of the start have: a slow line shared with them would bring the start last of all, and it
 * has to run first. Nothing over a fast line, or where the browser does not say how fast it is
 * (Network Information API).
 */
function getHeadStartMs(): number {
  const { downlink, rtt }: Record<string, unknown> = Object(Reflect.get(navigator, 'connection'))
  if (typeof downlink !== 'number' || typeof rtt !== 'number') return 0
  const bytesPerMs = downlink * 125
  return Math.max(firstBytes / bytesPerMs - rtt, 0)
}

/** Whether an EVM or Solana wallet was connected on the last visit. */
function isConnected(): boolean {
  if (readStored('estuary.solana')) return true
  const state = readStored('wagmi.store')?.['state']
  return typeof state === 'object' && state !== null && 'current' in state && Boolean(state.current)
}

function readStored(key: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    // Storage is blocked, or the text is not JSON.
    return undefined
  }
}
