import { isPagePath } from '#protocol/http/isPagePath.ts'

/** The files of a build. */
export type Build = {
  /** Differs between builds with different files. */
  version: string
  /** Paths without a leading slash; each name has a hash of the contents. */
  files: readonly string[]
}

/** What the browser gives a service worker, as far as it is used here. */
export type WorkerScope = {
  registration: {
    scope: string
    navigationPreload?: { enable: () => Promise<void> }
  }
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>
  clients: { claim: () => Promise<void> }
  fetch: (request: ShellRequest) => Promise<Response>
  addEventListener: <type extends keyof WorkerEvents>(
    type: type,
    listener: (event: WorkerEvents[type]) => void,
  ) => void
}

/** A request of the page, as far as it is used here. */
export type ShellRequest = Pick<Request, 'url' | 'method' | 'mode'>

/** An event that lasts until what it started has ended. */
type LastingEvent = { waitUntil: (work: Promise<unknown>) => void }

/** The events of a service worker that are used here. */
export type WorkerEvents = {
  install: LastingEvent
  activate: LastingEvent
  fetch: LastingEvent & {
    request: ShellRequest
    /** What the browser asked for while the worker started, for a navigation. */
    preloadResponse?: Promise<Response | undefined>
    respondWith: (response: Promise<Response>) => void
  }
}

/** From this status on, a proxy may answer in place of a service that is down. */
const firstServerError = 500

/**
 * Keeps the app usable without the service: stores the page and the files of one build, and serves
 * them. The page comes from the network whenever that answers, so that a release shows at once;
 * stored answers of the service or of a chain do not exist.
 *
 * A new build is stored beside the old one, which is deleted once no tab uses it.
 */
export function keepShell(worker: WorkerScope, { version, files }: Build): void {
  const { caches, registration } = worker
  const { scope } = registration
  /** Other installations of this host, under other paths, have caches of their own. */
  const prefix = `estuary ${scope} `
  const cacheName = prefix + version

  worker.addEventListener('install', (event) => event.waitUntil(store()))
  worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
  worker.addEventListener('fetch', (event) => {
    const { url, method, mode } = event.request
    if (method !== 'GET' || !url.startsWith(scope)) return
    const path = new URL(url).pathname.slice(new URL(scope).pathname.length)
    if (mode !== 'navigate' && files.includes(path)) event.respondWith(getFile(event.request))
    if (mode === 'navigate' && isPagePath(`/${path}`)) event.respondWith(getPage(event))
  })

  /** The page comes last: a cache without it is not whole. */
  async function store(): Promise<void> {
    const cache = await caches.open(cacheName)
    // Files of the browser's own cache are not loaded again.
    await cache.addAll(files.map((file) => new Request(scope + file, { priority: 'low' })))
    const page = await worker.fetch(new Request(scope, { cache: 'no-cache', redirect: 'error' }))
    if (!(await isOwnPage(page.clone()))) throw new Error('The page belongs to another build.')
    await cache.put(scope, page)
  }

  async function takeOver(): Promise<void> {
    const names = await caches.keys()
    const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName)
    await Promise.all(old.map((name) => caches.delete(name)))
    await registration.navigationPreload?.enable()
    await worker.clients.claim()
  }

  async function getFile(request: ShellRequest): Promise<Response> {
    return (await caches.match(request.url, { ignoreVary: true })) ?? worker.fetch(request)
  }

  async function getPage(event: WorkerEvents['fetch']): Promise<Response> {
    const answer = await askForPage(event).catch(() => undefined)
    if (answer && answer.status < firstServerError) {
      event.waitUntil(refresh(answer.clone()))
      return answer
    }
    const stored = await findStoredPage()
    return stored ?? answer ?? Response.error()
  }

  async function askForPage({ request, preloadResponse }: WorkerEvents['fetch']) {
    return (await preloadResponse) ?? worker.fetch(request)
  }

  /** Stores the page as the service sends it now, unless it is that of another build. */
  async function refresh(answer: Response): Promise<void> {
    if (await isOwnPage(answer.clone())) await (await caches.open(cacheName)).put(scope, answer)
  }

  /** Whether every file that a page names is one of this build; not so on a proxy's own page. */
  async function isOwnPage(answer: Response): Promise<boolean> {
    const named = (await answer.text()).match(/assets\/[\w.-]+/g) ?? []
    return answer.ok && named.length > 0 && named.every((file) => files.includes(file))
  }

  /** The page of the newest build that is stored whole. */
  async function findStoredPage(): Promise<Response | undefined> {
    const names = await caches.keys()
    for (const name of names.filter((one) => one.startsWith(prefix)).toReversed()) {
      const page = await (await caches.open(name)).match(scope, { ignoreVary: true })
      if (page) return page
    }
    return undefined
  }
}
