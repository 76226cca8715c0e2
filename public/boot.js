/* Runs before the first paint: theme and shell. A file, because the content policy allows no inline script. */
;(function boot() {
  var root = document.documentElement
  var stored = {}
  var known = false
  try {
    stored = JSON.parse(localStorage.getItem('estuary.preferences') || '{}') || {}
    known = localStorage.getItem('estuary.wallet') !== null
  } catch {
    /* Storage that is blocked or broken means defaults. */
  }
  var dark = matchMedia('(prefers-color-scheme: dark)').matches
  var theme = stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : null
  root.dataset.theme = theme || (dark ? 'dark' : 'light')
  root.dataset.shell = !known && location.pathname === '/' ? 'welcome' : 'page'
})()
