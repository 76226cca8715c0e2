import { setTimeout as wait } from 'node:timers/promises'

import type { Browser, CDPSession, Page } from '@playwright/test'

/** What a first visit costs on the slow machine of figures, "First page". */
export type Visit = {
  /** First contentful paint, from the start of the navigation. */
  firstPaintMs: number
  /** The field takes input and the last long task is over. */
  usableMs: number
  /** What long tasks took beyond 50 ms each. */
  blockingMs: number
  /** Time that the main thread was busy with tasks. */
  cpuMs: number
  /** JavaScript heap after a collection. */
  heapMb: number
  /** The page itself and all that it asked for until the load event. */
  requests: number
}

/** 4x CPU slowdown, 1.6 Mbit/s down and 0.75 up, 150 ms a request. */
const cpuRate = 4
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
}
const fieldMark = 'estuary: the field is there'
/** Without a long task for this long, the last one is over. */
const quietMs = 1_500
const withinMs = 60_000

/**
 * Visits a page in a fresh profile on the slow machine, over gzip, and waits until `field` is there
 * and no long task follows.
 *
 * @param options.field - CSS selector of what a person came to use.
 * @throws Error when that does not happen within a minute.
 */
export async function measureVisit(
  browser: Browser,
  options: { url: string; field: string },
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', line)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    await page.addInitScript(markField, { field: options.field, mark: fieldMark })
    await page.goto(options.url, { waitUntil: 'load' })
    return { ...(await waitUntilQuiet(page)), ...(await readSpent(devtools)) }
  } finally {
    await context.close()
  }
}

async function waitUntilQuiet(page: Page): Promise<Omit<Visit, 'cpuMs' | 'heapMb'>> {
  const endsAtMs = performance.now() + withinMs
  while (performance.now() < endsAtMs) {
    const { nowAt, paintedAt, fieldAt, longTasks, requests } = await page.evaluate(
      readTimings,
      fieldMark,
    )
    const taskEnds = longTasks.map(({ startTime, duration }) => startTime + duration)
    const usableMs = Math.max(fieldAt ?? Infinity, ...taskEnds)
    if (paintedAt !== undefined && nowAt - usableMs > quietMs) {
      const blockingMs = longTasks.reduce((total, { duration }) => total + duration - 50, 0)
      return { firstPaintMs: paintedAt, usableMs, blockingMs, requests }
    }
    await wait(250)
  }
  throw new Error(`${page.url()} was not usable within ${withinMs / 1000} s`)
}

async function readSpent(devtools: CDPSession): Promise<Pick<Visit, 'cpuMs' | 'heapMb'>> {
  const busySeconds = await readMetric(devtools, 'TaskDuration')
  await devtools.send('HeapProfiler.collectGarbage')
  const heapBytes = await readMetric(devtools, 'JSHeapUsedSize')
  return { cpuMs: busySeconds * 1_000, heapMb: heapBytes / 1e6 }
}

async function readMetric(devtools: CDPSession, name: string): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const found = metrics.find((it) => it.name === name)
  if (!found) throw new Error(`The browser does not tell ${name}`)
  return found.value
}

/** Runs in the page before its scripts: marks when the field is there and takes input. */
function markField({ field, mark }: { field: string; mark: string }): void {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(`${field}:not(:disabled, [readonly])`)) return
    performance.mark(mark)
    watch.disconnect()
  })
  watch.observe(document, { childList: true, subtree: true, attributes: true })
}

/** Runs in the page: what the browser noted, in milliseconds from the start of the navigation. */
async function readTimings(mark: string) {
  const longTasks = await new Promise<PerformanceEntry[]>((given) => {
    const observer = new PerformanceObserver((list) => given(list.getEntries()))
    observer.observe({ type: 'longtask', buffered: true })
    // Nothing is told when there was none.
    setTimeout(() => given([]), 50)
  })
  const loadedAt = Number(performance.getEntriesByType('navigation')[0]?.toJSON()['loadEventStart'])
  const early = performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime < loadedAt)
  return {
    nowAt: performance.now(),
    paintedAt: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    fieldAt: performance.getEntriesByName(mark)[0]?.startTime,
    longTasks: longTasks.map(({ startTime, duration }) => ({ startTime, duration })),
    requests: 1 + early.length,
  }
}
