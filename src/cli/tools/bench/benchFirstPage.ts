import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { browserArguments, findOrInstallBrowser } from '../../../../e2e/product/browser.ts'
import { type BenchRow, computePercentile } from './benchSample.ts'
import type { BenchService } from './benchClient.ts'

const rounds = 5
/** CSS selector of the control that each page is opened for, by path. */
const fields = { '/': '.welcome-body button', '/swap': 'input[inputmode=decimal]' }
/** 4x CPU slowdown; 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms latency per request. */
const cpuRate = 4
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
}
/** The page has settled when it runs no long task for this time. */
const quietMs = 1_500
const withinMs = 60_000

/** Limits, as multiples of the floor page or as they are. Source: figures, "First page". */
const bars = [
  { what: 'first paint', figure: 'paintedMs', times: 0.5, unit: 'ms' },
  { what: 'usable', figure: 'usableMs', times: 1.9, unit: 'ms' },
  { what: 'blocked', figure: 'blockedMs', times: 2, unit: 'ms' },
  { what: 'main thread busy', figure: 'cpuMs', times: 2, unit: 'ms' },
  { what: 'heap', figure: 'heapMb', times: 2, unit: 'MB' },
  { what: 'JavaScript until loaded', figure: 'scriptKb', unit: 'kB' },
  { what: 'until loaded', figure: 'requests', most: 12, unit: 'requests' },
] as const

/**
 * Measures first visits with CPU and network throttled, compared with a page that has only React, wagmi,
 * viem and TanStack Query. All pages are visited in turn, so that load on the machine affects them alike.
 */
export async function benchFirstPage({ url }: BenchService): Promise<BenchRow[]> {
  const floor = await startFloorPage()
  const { path: executablePath, environment } = findOrInstallBrowser()
  const env = { ...Object.fromEntries(Object.entries(process.env)), ...environment }
  const browser = await chromium.launch({ executablePath, args: browserArguments, env })
  try {
    const pages = Object.entries(fields).map(([place, field]) => ({ url: url + place, field }))
    const all = [{ url: floor.url, field: 'input' }, ...pages]
    const visits = all.map((): Visit[] => [])
    for (let round = 0; round < rounds; round += 1)
      for (const [index, page] of all.entries())
        visits[index]?.push(await measureVisit(browser, page))
    const [floorVisits = [], ...others] = visits
    return Object.keys(fields).flatMap((place, index) =>
      bars.map(({ what, figure, unit, ...limit }): BenchRow => {
        const floorValue = getMedian(floorVisits, figure)
        const measured = getMedian(others[index] ?? [], figure)
        return {
          what: `first visit of ${place}, ${what}`,
          measured,
          floor: { what: 'floor page', value: floorValue },
          ...('times' in limit && { bar: limit.times * floorValue }),
          ...('most' in limit && { bar: limit.most }),
          unit,
        }
      }),
    )
  } finally {
    await browser.close()
    await floor.stop()
  }
}

type Visit = Awaited<ReturnType<typeof measureVisit>>

function getMedian(visits: readonly Visit[], figure: keyof Visit): number {
  return computePercentile(
    visits.map((visit) => visit[figure]),
    0.5,
  )
}

/**
 * Visits a page in a fresh profile and waits until `field` accepts input and no long task follows.
 *
 * @throws Error when that takes longer than a minute.
 */
async function measureVisit(browser: Browser, { url, field }: { url: string; field: string }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', network)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    await page.addInitScript(markField, field)
    await page.goto(url, { waitUntil: 'load' })
    const endsAtMs = performance.now() + withinMs
    let timings = await page.evaluate(readTimings)
    while (!(timings.nowMs - timings.usableMs > quietMs)) {
      if (performance.now() > endsAtMs)
        throw new Error(`${url} was not usable within ${withinMs / 1000} s`)
      await pause(250)
      timings = await page.evaluate(readTimings)
    }
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const [busySeconds = 0, heapBytes = 0] = ['TaskDuration', 'JSHeapUsedSize'].map(
      (name) => metrics.find((metric) => metric.name === name)?.value,
    )
    return { ...timings, cpuMs: busySeconds * 1_000, heapMb: heapBytes / 1e6 }
  } finally {
    await context.close()
  }
}

/** Runs in the page before its scripts: records when the field accepts input. */
function markField(field: string): void {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(`${field}:not(:disabled, [readonly])`)) return
    performance.mark('usable')
    watch.disconnect()
  })
  watch.observe(document, { childList: true, subtree: true, attributes: true })
}

/** Runs in the page: the browser's timings, milliseconds from the start of the navigation. */
async function readTimings() {
  const longTasks = await new Promise<PerformanceEntry[]>((given) => {
    const observer = new PerformanceObserver((list) => given(list.getEntries()))
    observer.observe({ type: 'longtask', buffered: true })
    // The observer is not called when there was no long task.
    setTimeout(() => given([]), 50)
  })
  const loadedAt = Number(performance.getEntriesByType('navigation')[0]?.toJSON()['loadEventStart'])
  const early = performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime < loadedAt)
  const scripts = early.filter(({ name }) => name.endsWith('.js'))
  const usableAt = performance.getEntriesByName('usable')[0]?.startTime ?? Infinity
  return {
    nowMs: performance.now(),
    paintedMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    usableMs: Math.max(usableAt, ...longTasks.map((task) => task.startTime + task.duration)),
    blockedMs: longTasks.reduce((total, { duration }) => total + duration - 50, 0),
    requests: 1 + early.length,
    scriptKb:
      scripts.reduce((sum, one) => sum + Number(one.toJSON()['encodedBodySize']), 0) / 1_000,
  }
}

const floorPage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Floor</title></head>
  <body><div id="root"></div><script type="module" src="/main.tsx"></script></body>
</html>
`
/** A minimal page with React, wagmi, viem and TanStack Query: connect, an amount, its value. */
const floorProgram = `import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { formatUnits, http, parseUnits } from 'viem'
import { arbitrum, base, mainnet } from 'viem/chains'
import { createConfig, useConnect, useConnection, useConnectors, WagmiProvider } from 'wagmi'

const config = createConfig({
  chains: [mainnet, base, arbitrum],
  transports: { [mainnet.id]: http(), [base.id]: http(), [arbitrum.id]: http() },
})
const queries = new QueryClient()

function Page() {
  const { address } = useConnection()
  const connectors = useConnectors()
  const { mutate: connect } = useConnect()
  const [amount, setAmount] = useState('')
  const price = useQuery({ queryKey: ['price'], queryFn: async () => 3000n })
  const units = /^\\d+(\\.\\d+)?$/.test(amount) ? parseUnits(amount, 18) : 0n
  return (
    <main>
      <p>{address ?? 'Not connected'}</p>
      {connectors.map((connector) => (
        <button key={connector.uid} onClick={() => connect({ connector })}>{connector.name}</button>
      ))}
      <input inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} />
      <output>{formatUnits(units * (price.data ?? 0n), 18)}</output>
    </main>
  )
}

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}><Page /></QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
`

/** Builds the floor page from the project's own packages and serves it with gzip, as the dashboard is. */
async function startFloorPage(): Promise<{ url: string; stop: () => Promise<void> }> {
  const root = path.resolve('.cache', 'bench', 'floor')
  mkdirSync(root, { recursive: true })
  writeFileSync(path.join(root, 'index.html'), floorPage)
  writeFileSync(path.join(root, 'main.tsx'), floorProgram)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { target: 'es2023', modulePreload: { polyfill: false }, emptyOutDir: true },
  })
  const server = createServer(({ url = '/' }, response) => {
    const isScript = /^\/assets\/[\w-]+\.js$/.test(url)
    if (!isScript && url !== '/') return response.writeHead(404).end()
    const type = isScript ? 'text/javascript' : 'text/html; charset=utf-8'
    const content = readFileSync(path.join(root, 'dist', isScript ? url : 'index.html'))
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' })
    return response.end(gzipSync(content, { level: 9 }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The floor has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
