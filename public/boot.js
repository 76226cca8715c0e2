/* Runs before the first paint. A file, because the content policy allows no inline script. */

/* zod asks for eval when a schema is made, which the policy reports; it reads as well without. */
globalThis.__zod_globalConfig = { jitless: true }

/* Theme and shell. */
;(function boot() {
  var root = document.documentElement
  var stored = {}
  var connected = false
  try {
    stored = JSON.parse(localStorage.getItem('estuary.preferences') || '{}') || {}
    connected = Boolean(JSON.parse(localStorage.getItem('wagmi.store') || '{}').state?.current)
  } catch {
    /* Storage that is blocked or broken means defaults. */
  }
  var dark = matchMedia('(prefers-color-scheme: dark)').matches
  var theme = stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : null
  root.dataset.theme = theme || (dark ? 'dark' : 'light')
  root.dataset.shell = !connected && location.pathname === '/' ? 'welcome' : 'page'
})()
