import { gzipSync } from 'node:zlib'

import { type Browser, chromium } from '@playwright/test'

import { browserArguments, findOrInstallBrowser } from '../../../../e2e/product/browser.ts'
import { startFloorPage } from './benchFloorPage.ts'
import type { BenchRow } from './benchReport.ts'
import { computePercentile } from './benchSample.ts'
import type { BenchService } from './benchService.ts'
import { measureVisit, type Visit } from './benchVisit.ts'

const rounds = 5

/** CSS selector of the control that each page is opened for, by path. */
const fields = {
  '/': '.welcome-body button',
  '/swap': 'input[inputmode=decimal]',
}

/** Limits as multiples of the floor page. Source: figures, "First page" (`usable`); ours. */
const bars = [
  { what: 'first paint', figure: 'firstPaintMs', times: 0.4, unit: 'ms' },
  { what: 'usable', figure: 'usableMs', times: 1.25, unit: 'ms' },
  { what: 'blocked', figure: 'blockingMs', times: 1.3, unit: 'ms' },
  { what: 'main thread busy', figure: 'cpuMs', times: 1.5, unit: 'ms' },
  { what: 'heap', figure: 'heapMb', times: 2, unit: 'MB' },
] as const satisfies { what: string; figure: keyof Visit; times: number; unit: BenchRow['unit'] }[]

/**
 * Measures the initial JavaScript, and first visits with CPU and network throttled, compared with a
 * page that has only React, wagmi, viem and TanStack Query. Source of the limits: figures, "First page".
 */
export async function benchFirstPage(service: BenchService): Promise<BenchRow[]> {
  return [await measureInitialSize(service), ...(await measureVisits(service))]
}

async function measureInitialSize({ url }: BenchService): Promise<BenchRow> {
  const page = await fetchText(`${url}/`)
  const sizes = await Promise.all(
    findInitialScripts(page).map(async (path) => gzipSync(await fetchText(`${url}${path}`)).length),
  )
  const bytes = sizes.reduce((total, size) => total + size, 0)
  return { what: 'initial JavaScript, gzip', measured: bytes / 1000, bar: 150, unit: 'kB' }
}

async function measureVisits({ url }: BenchService): Promise<BenchRow[]> {
  const floor = await startFloorPage()
  const { path, environment } = findOrInstallBrowser()
  const browser = await chromium.launch({
    executablePath: path,
    args: browserArguments,
    env: { ...Object.fromEntries(Object.entries(process.env)), ...environment },
  })
  try {
    const pages = Object.entries(fields).map(([path, field]) => ({ url: `${url}${path}`, field }))
    const [floorVisits = [], ...visits] = await visitInTurn(browser, [
      { url: floor.url, field: 'input' },
      ...pages,
    ])
    return Object.keys(fields).flatMap((path, index) =>
      toRows(path, { visits: visits[index] ?? [], floorVisits }),
    )
  } finally {
    await browser.close()
    await floor.stop()
  }
}

/** Visits all pages in turn, round after round, so that load on the machine affects them alike. */
async function visitInTurn(browser: Browser, pages: { url: string; field: string }[]) {
  const visits = pages.map((): Visit[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [index, page] of pages.entries())
      visits[index]?.push(await measureVisit(browser, page))
  return visits
}

function toRows(
  path: string,
  { visits, floorVisits }: { visits: Visit[]; floorVisits: Visit[] },
): BenchRow[] {
  const rows = bars.map(({ what, figure, times, unit }): BenchRow => {
    const floor = getMedian(floorVisits, figure)
    return {
      what: `first visit of ${path}, ${what}`,
      measured: getMedian(visits, figure),
      floor: { what: 'the floor page', value: floor },
      bar: times * floor,
      unit,
    }
  })
  const requests: BenchRow = {
    what: `first visit of ${path}, until loaded`,
    measured: getMedian(visits, 'requests'),
    bar: 4,
    unit: 'requests',
  }
  return [...rows, requests]
}

function getMedian(visits: readonly Visit[], figure: keyof Visit): number {
  return computePercentile(
    visits.map((visit) => visit[figure]),
    0.5,
  )
}

/** The scripts in the HTML: entries, and the chunks that they import statically. */
function findInitialScripts(page: string): string[] {
  return [...page.matchAll(/<(?:script|link)\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.startsWith('<script') || tag.includes('rel="modulepreload"'))
    .flatMap((tag) => /(?:src|href)="([^"]+\.js)"/.exec(tag)?.[1] ?? [])
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.text()
}
