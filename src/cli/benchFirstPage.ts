import { gzipSync } from 'node:zlib'
import type { BenchRow } from './benchReport.ts'
import type { BenchService } from './benchService.ts'

/** JavaScript that a first visit loads before anything is clicked, gzip. Goal: 150 kB. */
export async function benchFirstPage({ url }: BenchService): Promise<BenchRow[]> {
  const page = await textOf(`${url}/`)
  const sizes = await Promise.all(
    initialScripts(page).map(async (path) => gzipSync(await textOf(`${url}${path}`)).length),
  )
  const bytes = sizes.reduce((total, size) => total + size, 0)
  return [{ what: 'initial JavaScript, gzip', measured: bytes / 1000, bar: 150, unit: 'kB' }]
}

/** The scripts that the page names: entries and the chunks that these import statically. */
function initialScripts(page: string): string[] {
  return [...page.matchAll(/<(?:script|link)\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.startsWith('<script') || tag.includes('rel="modulepreload"'))
    .flatMap((tag) => /(?:src|href)="([^"]+\.js)"/.exec(tag)?.[1] ?? [])
}

async function textOf(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.text()
}
