// The service worker: keeps the app usable without the service. It stores the page and the files of one build;
// answers of the service or of a chain are never stored. Pages come from the network whenever that answers, so
// that a release shows at once.
const { scope } = self.registration
// Other instances of this host, under other paths, have caches of their own.
const cacheName = `estuary ${scope}`
const isPage = /^(|(swap|send|call|history|settings|receipt|watch|executions)(\/.*)?)$/

self.addEventListener('install', (event) =>
  event.waitUntil(keepBuild().then(() => self.skipWaiting())),
)
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { url, method, mode } = event.request
  if (method !== 'GET' || !url.startsWith(scope)) return
  const path = new URL(url).pathname.slice(new URL(scope).pathname.length)
  if (mode === 'navigate' && isPage.test(path)) event.respondWith(getPage(event))
  else if (path.startsWith('assets/')) event.respondWith(getFile(event.request))
})

async function getFile(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** The page of the service; where it does not answer, or a proxy answers for it, the stored one. */
async function getPage(event) {
  const answer = await fetch(event.request).catch(() => undefined)
  if (answer && answer.status < 500) {
    if (answer.ok) event.waitUntil(keepBuild(answer.clone()))
    return answer
  }
  return (await caches.match(scope, { ignoreVary: true })) ?? answer ?? Response.error()
}

/** Stores the files of the build that the service has, and its page last: a cache with a page is whole. */
async function keepBuild(sent) {
  const cache = await caches.open(cacheName)
  const listed = await fetch(`${scope}files.json`, { cache: 'no-cache' })
  const known = await cache.match(`${scope}files.json`)
  const files = listFiles(await listed.clone().json())
  // A tab of the build before may still load its files.
  const kept = new Set([...files, ...(known ? listFiles(await known.clone().json()) : [])])
  const stored = new Set((await cache.keys()).map(({ url }) => url))
  const page = sent ?? (await fetch(scope, { cache: 'no-cache', redirect: 'error' }))
  const named = (await page.clone().text()).match(/assets\/[\w.-]+/g) ?? []
  if (!page.ok || named.some((file) => !files.includes(scope + file)))
    throw new Error('The page belongs to another build.')
  await cache.addAll(files.filter((file) => !stored.has(file)))
  await cache.put(scope, page)
  if ((await known?.text()) === (await listed.clone().text())) return
  await cache.put(`${scope}files.json`, listed)
  for (const url of stored)
    if (url.startsWith(`${scope}assets/`) && !kept.has(url)) await cache.delete(url)
}

/** The addresses of the files of Vite's manifest. */
function listFiles(manifest) {
  const entries = Object.values(manifest)
  const files = entries.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
  return [...new Set(files)].map((file) => scope + file)
}
