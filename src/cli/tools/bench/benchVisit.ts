import { setTimeout as wait } from 'node:timers/promises'

import type { Browser, CDPSession, Page } from '@playwright/test'

/** What a first visit costs with CPU and network throttled; see `cpuRate` and `network`. */
export type Visit = {
  /** First contentful paint, from the start of the navigation. */
  firstPaintMs: number
  /** Until the field accepts input and the last long task has ended, from the same start. */
  usableMs: number
  /** Total blocking time: the part of each long task beyond 50 ms. */
  blockingMs: number
  /** Time the main thread was busy. */
  cpuMs: number
  /** JavaScript heap after garbage collection. */
  heapMb: number
  /** Requests until the load event, the document included. */
  requests: number
}

/** 4x CPU slowdown; 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms latency per request. */
const cpuRate = 4
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
}
const fieldMark = 'estuary: the field is there'
/** The page has settled when it runs no long task for this time. */
const quietMs = 1_500
const withinMs = 60_000

/**
 * Visits a page in a fresh profile, with CPU and network throttled, and waits until `field` accepts
 * input and no long task follows.
 *
 * @param options.field - CSS selector of the control that the page is opened for.
 * @throws Error when that takes longer than a minute.
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
    await devtools.send('Network.emulateNetworkConditions', network)
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
  if (!found) throw new Error(`The browser reports no ${name}`)
  return found.value
}

/** Runs in the page before its scripts: records when the field accepts input. */
function markField({ field, mark }: { field: string; mark: string }): void {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(`${field}:not(:disabled, [readonly])`)) return
    performance.mark(mark)
    watch.disconnect()
  })
  watch.observe(document, { childList: true, subtree: true, attributes: true })
}

/** Runs in the page: the browser's timings, milliseconds from the start of the navigation. */
async function readTimings(mark: string) {
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
  return {
    nowAt: performance.now(),
    paintedAt: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    fieldAt: performance.getEntriesByName(mark)[0]?.startTime,
    longTasks: longTasks.map(({ startTime, duration }) => ({ startTime, duration })),
    requests: 1 + early.length,
  }
}
