// Runs before the first paint: applies the stored theme, chooses the static shell that is shown, and asks for
// the catalog of the language. What it reads is stored by the app (see src/dashboard/api/state/preferences.ts).
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
  for (const [code] of wanted.map((one) => one.split('-'))) {
    if (code === 'en') break
    const link = document.querySelector(`link[data-language="${CSS.escape(code)}"]`)
    if (!link) continue
    root.lang = code
    Object.assign(link, {
      crossOrigin: 'anonymous',
      as: 'fetch',
      href: link.dataset.file,
      rel: 'preload',
    })
    break
  }

  function readStored(key) {
    try {
      return Object(JSON.parse(localStorage.getItem(key)))
    } catch {
      // Storage is blocked, or what it holds is damaged.
      return {}
    }
  }
}
