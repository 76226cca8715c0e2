// Runs before each file of tests. Files that have a document share it with others of their worker: each
// finds it as a browser opens it for the first time.
if (typeof document !== 'undefined') {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const name of Object.keys(document.documentElement.dataset))
    document.documentElement.removeAttribute(`data-${name}`)
}
