import type { Preferences } from '../api/state/preferences.ts'

// Runs beside the rest, as soon as it is there: nothing waits for it. The shell is painted in the
// system's theme without it; it corrects what this browser's reader chose otherwise, and which of
// the two shells is shown. It is smaller than the style sheet that painting waits for, and as
// lasting in the cache, so that the correction comes before the first paint.
const root = document.documentElement
const chosen: readonly unknown[] = ['light', 'dark'] satisfies Preferences['theme'][]
const theme = readStored('estuary.preferences')?.['theme']
if (chosen.includes(theme)) root.dataset['theme'] = String(theme)
/** Where this is in the app, whatever the path under which the app is reached. */
const place = `/${location.pathname.slice((root.dataset['base'] ?? '').length).split('/')[1] ?? ''}`
const isWelcome = place === '/' && !isConnected()
if (isWelcome) root.dataset['shell'] = 'welcome'
// Whoever was here before has the fonts already; a first visit loads them once it can be used.
if (readStored('wagmi.store') ?? readStored('estuary.solana')) root.dataset['fonts'] = 'ours'
if (!isWelcome) loadPlace(place)

/** Has the files of a place loaded beside the start; the build names them in the page. */
function loadPlace(wanted: string): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-place]'))
    if (link.dataset['place'] === wanted) {
      // The address first: a link that says what it is and not where is reported as a mistake.
      link.href = link.dataset['file'] ?? ''
      link.rel = 'modulepreload'
    }
}

/** With a wallet of either kind. */
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
    // Storage that is blocked or broken means defaults.
    return undefined
  }
}
