// Runs before the first paint: applies the stored theme, and chooses the language and the static shell that is
// shown. What it reads is stored by the app (see src/dashboard/api/state/preferences.ts).
{
  const root = document.documentElement
  const preferences = readStored('estuary.preferences')
  const isKnown = Boolean(
    readStored('wagmi.store').state?.current || readStored('estuary.solana').kind,
  )
  const path = location.pathname.slice((root.dataset.base ?? '').length)
  if (['light', 'dark'].includes(preferences.theme)) root.dataset.theme = preferences.theme
  if (path === '/' && !isKnown) root.dataset.shell = 'welcome'
  // Who comes back has the fonts; a first visit loads them after the page is usable.
  if (isKnown) root.dataset.fonts = 'ours'
  const wanted = preferences.language ? [preferences.language] : navigator.languages
  const codes = wanted.map((one) => one.split('-')[0])
  root.lang = codes.find((code) => ['en', 'de'].includes(code)) ?? 'en'

  function readStored(key) {
    try {
      return Object(JSON.parse(localStorage.getItem(key)))
    } catch {
      // Storage is blocked, or what it holds is damaged.
      return {}
    }
  }
}
