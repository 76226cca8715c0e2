import { beforeEach, expect, test } from 'vitest'

import { type Build, keepShell, type ShellRequest, type WorkerEvents } from './offlineShell.ts'

const scope = 'https://host.example/estuary/'
const first: Build = { version: 'one', files: ['assets/main-1.js', 'assets/page-1.js'] }
const second: Build = { version: 'two', files: ['assets/main-2.js', 'assets/page-2.js'] }
/** What the network answers, by address; nothing answers where there is none. */
let network: Map<string, () => Response>
let stores: Map<string, Map<string, Response>>
let asked: string[]

beforeEach(() => {
  network = new Map()
  stores = new Map()
  asked = []
  publish(first)
})

function publish({ files }: Build): void {
  network.clear()
  const page = files.map((file) => `<script src="/estuary/${file}"></script>`).join('')
  for (const path of ['', 'swap']) network.set(scope + path, () => new Response(page))
  for (const file of files) network.set(scope + file, () => new Response(`code of ${file}`))
}

async function askNetwork({ url }: { url: string }): Promise<Response> {
  asked.push(url.slice(scope.length))
  const answer = network.get(url)
  if (!answer) throw new TypeError('Failed to fetch')
  return answer()
}

function openStore(name: string) {
  const store = stores.get(name) ?? new Map<string, Response>()
  stores.set(name, store)
  return {
    async addAll(requests: Iterable<Request>) {
      for (const request of requests) store.set(request.url, await askNetwork(request))
    },
    put: async (url: string, response: Response) => void store.set(url, response),
    match: async (url: string) => store.get(url)?.clone(),
  }
}

/** A worker of a build, and what the browser does with it. */
function startWorker(build: Build) {
  const listeners: { [type in keyof WorkerEvents]?: (event: WorkerEvents[type]) => void } = {}
  const work: Promise<unknown>[] = []
  function waitUntil(one: Promise<unknown>): void {
    work.push(one)
  }
  const caches = {
    open: async (name: string) => openStore(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (url: string) =>
      [...stores.values()]
        .find((one) => one.has(url))
        ?.get(url)
        ?.clone(),
  }
  const worker = {
    registration: { scope },
    caches,
    clients: { claim: async () => undefined },
    fetch: askNetwork,
    addEventListener(type: keyof WorkerEvents, listener: never) {
      listeners[type] = listener
    },
  }
  keepShell(Object(worker), build)
  return {
    async install() {
      listeners.install?.({ waitUntil })
      await Promise.all(work)
    },
    async activate() {
      listeners.activate?.({ waitUntil })
      await Promise.all(work)
    },
    /** @returns The answer's text; undefined when the request is left to the browser. */
    async ask(path: string, how: Partial<ShellRequest> = {}): Promise<string | undefined> {
      const given: Promise<Response>[] = []
      const request = { url: scope + path, method: 'GET', mode: 'no-cors' as const, ...how }
      listeners.fetch?.({ request, waitUntil, respondWith: (one) => void given.push(one) })
      const text = (await given[0])?.text()
      await Promise.all(work)
      return text
    },
  }
}

const navigate = { mode: 'navigate' } as const

test('after one visit every address of the app opens without a network, with all its files', async () => {
  const worker = startWorker(first)
  await worker.install()
  await worker.activate()
  network.clear()
  expect(await worker.ask('executions/0x12', navigate)).toContain('assets/main-1.js')
  expect(await worker.ask('assets/page-1.js')).toBe('code of assets/page-1.js')
})

test('a service that is down behind its proxy counts as no network', async () => {
  const worker = startWorker(first)
  await worker.install()
  network.set(`${scope}swap`, () => new Response('Bad gateway', { status: 502 }))
  expect(await worker.ask('swap', navigate)).toContain('assets/main-1.js')
})

test('a release shows at once, before its files are stored', async () => {
  const worker = startWorker(first)
  await worker.install()
  publish(second)
  expect(await worker.ask('swap', navigate)).toContain('assets/main-2.js')
  network.clear()
  expect(await worker.ask('swap', navigate), 'whole, and of one build').toContain('main-1.js')
})

test('a new build is kept beside the old one until the old one is out of use', async () => {
  await startWorker(first).install()
  publish(second)
  const next = startWorker(second)
  await next.install()
  expect(stores.size).toBe(2)
  network.clear()
  expect(await next.ask('', navigate)).toContain('assets/main-2.js')
  await next.activate()
  expect([...stores.keys()]).toEqual([`estuary ${scope} two`])
})

test('other installations of the host keep theirs', async () => {
  openStore('estuary https://host.example/ one')
  const worker = startWorker(first)
  await worker.install()
  await worker.activate()
  expect(stores.has('estuary https://host.example/ one')).toBe(true)
})

test('a page that is not of this build is never stored', async () => {
  network.set(scope, () => new Response('<h1>Log in</h1>'))
  await expect(startWorker(first).install()).rejects.toThrow('another build')
  publish(second)
  await expect(startWorker(first).install()).rejects.toThrow('Failed to fetch')
})

test('the page is stored anew when the service says more on it', async () => {
  const worker = startWorker(first)
  await worker.install()
  const text = '<html data-network="mirror"><script src="/estuary/assets/main-1.js"></script>'
  network.set(`${scope}swap`, () => new Response(text))
  await worker.ask('swap', navigate)
  network.clear()
  expect(await worker.ask('', navigate)).toBe(text)
})

test.each([
  ['the service', 'dashboard-api/v3/quote', {}],
  ['an order to it', 'assets/main-1.js', { method: 'POST' }],
  ['a file of no build', 'assets/main-0.js', {}],
  ['the documentation', 'docs', navigate],
  ['the explorer', 'explorer/1/tx/0x12', navigate],
  ['a file that is opened', 'manifest.webmanifest', navigate],
])('%s is left to the browser', async (_what, path, how) => {
  const worker = startWorker(first)
  await worker.install()
  asked = []
  expect(await worker.ask(path, how)).toBeUndefined()
  expect(
    await worker.ask(path, { ...how, url: `https://elsewhere.example/${path}` }),
  ).toBeUndefined()
  expect(asked).toEqual([])
})
