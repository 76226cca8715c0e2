import { ExactErrorBody } from '#testing/http/exactErrorBody.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Endpoint } from '#protocol/http/endpoints/endpoint.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import { isCampaign } from '#testing/campaign.ts'
import {
  type Answer,
  type Kind,
  kinds,
  type ConformanceContext,
  startConformance,
} from '#testing/conformance/interface.ts'
import {
  faucetRows,
  goodPrepareBody,
  indicativeRows,
  predictRows,
  prepareRows,
  quoteRows,
  removedRows,
  scenarioRows,
  specificQuoteBody,
} from '#testing/conformance/interfaceAsking.ts'
import { messageRows } from '#testing/conformance/interfaceMessage.ts'
import { readingOutages, readingRows } from '#testing/conformance/interfaceReading.ts'
import { type OutageRow, outageRows, type Row } from '#testing/conformance/interfaceRow.ts'
import { sessionOutages, sessionRows } from '#testing/conformance/interfaceSession.ts'
import {
  callQuoteRows,
  executed,
  executeRows,
  goodCallBody,
  goodQuoteBody,
} from '#testing/conformance/interfaceSigned.ts'

/** Endpoint by outcome, each cell asked of the real service over HTTP. */
const rows: readonly Row[] = [
  ...quoteRows(1),
  ...quoteRows(3),
  ...indicativeRows(),
  ...prepareRows(1),
  ...prepareRows(3),
  ...callQuoteRows(1),
  ...callQuoteRows(3),
  ...executeRows('/api/quotes/execute-quote', 1),
  ...executeRows('/api/v3/quote/execute-quote', 3),
  ...predictRows(),
  ...faucetRows(),
  ...messageRows(),
  ...sessionRows(),
  ...scenarioRows(),
  ...readingRows(),
  ...removedRows(),
  ...['/api/v3/quote/execute', '/v3/quote/execute'].map((path): Row => ({
    endpoint: `POST ${path}`,
    outcome: 'success',
    kinds,
    expected: { status: 200 },
    ask: (given, kind) => executed(given, { path, kind, generation: 3 }),
  })),
]
const both = { down: ['chains', 'database'] } as const
const outages: readonly OutageRow[] = [
  ...outageRows('/api/v1/quote', { good: specificQuoteBody(1), ...both }),
  ...outageRows('/api/v3/quote', { good: specificQuoteBody(3), ...both }),
  ...outageRows('/api/quotes/prepare-call-quote', { good: goodPrepareBody(1), ...both }),
  ...outageRows('/api/v3/quote/prepare-call-quote', { good: goodPrepareBody(3), ...both }),
  ...outageRows('/api/quotes/call-quote', { good: goodCallBody(1), ...both }),
  ...outageRows('/api/v3/quote/call-quote', { good: goodCallBody(3), ...both }),
  ...outageRows('/api/quotes/execute-quote', { good: goodQuoteBody(1), ...both }),
  ...outageRows('/api/v3/quote/execute-quote', { good: goodQuoteBody(3), ...both }),
  ...sessionOutages(),
  ...readingOutages(),
]
/** What each cell answered, by row and kind. */
const answered = new Map<string, string>()

let scene: ConformanceContext
beforeAll(async () => {
  scene = await startConformance()
})
afterAll(async () => {
  mkdirSync('.cache', { recursive: true })
  writeFileSync('.cache/interface-table.md', tableOf([...rows, ...outages]))
  await scene.service.stop()
})

describe.each(kinds)('a %s account', (kind) => {
  const cells = rows.filter((row, index) => isAskedBy(kind, { row, index }))
  test.concurrent.each(cells)('$endpoint: $outcome', async (row) => {
    expect(faultOf(await row.ask(scene, kind), { row, kind })).toBeUndefined()
  })
})

/** In `npm test` one kind of account asks each row, another for the next; in a campaign all do. */
function isAskedBy(
  kind: Kind,
  { row, index }: { row: Pick<Row, 'kinds'>; index: number },
): boolean {
  return isCampaign ? row.kinds.includes(kind) : row.kinds[index % row.kinds.length] === kind
}

test('every endpoint of the interface has its rows, under each of its paths', () => {
  const table: readonly Endpoint[] = Object.values(endpoints)
  const paths = table.flatMap((one) => one.paths.map((path) => `${one.method} ${path}`))
  const asked = new Set(rows.map(({ endpoint }) => endpoint))
  expect(paths.filter((path) => !asked.has(path))).toEqual([])
})

describe('nothing is answered as if all were well while', () => {
  test.each(['chains', 'database'] as const)('the %s cannot be reached', async (down) => {
    expect(await faultsDuring(down)).toEqual([])
  })
})

async function faultsDuring(down: OutageRow['down']): Promise<unknown[]> {
  const cells = outages.flatMap((row, index) =>
    row.down === down
      ? row.kinds.filter((kind) => isAskedBy(kind, { row, index })).map((kind) => ({ row, kind }))
      : [],
  )
  const made = await Promise.all(cells.map(async ({ row, kind }) => row.make(scene, kind)))
  const end = await beginOutage(down)
  try {
    const answers = await Promise.all(made.map((ask) => ask()))
    return answers.flatMap((answer, index) => {
      const cell = cells[index]
      const fault = cell && faultOf(answer, cell)
      return fault === undefined ? [] : [fault]
    })
  } finally {
    await end()
    // What follows asks a service that is well again.
    const ready = `${scene.service.url}/readyz`
    await expect.poll(async () => (await fetch(ready)).status).toBe(200)
  }
}

/** Gives what ends it. */
async function beginOutage(down: OutageRow['down']): Promise<() => Promise<unknown>> {
  const { devnet, cutDatabase } = scene.service
  if (down === 'database') return (await cutDatabase()).restore
  await Promise.all(devnet.chains.map(({ node }) => node.pause()))
  return () => Promise.all(devnet.chains.map(({ node }) => node.resume()))
}

type Cell = { row: Pick<Row, 'endpoint' | 'outcome' | 'expected'>; kind: Kind }

/** What an answer is instead of what it must be; undefined when it is that. */
function faultOf({ status, body }: Answer, { row, kind }: Cell): unknown {
  const { code, field, named, status: wanted } = row.expected
  const error = wanted < 400 ? undefined : ExactErrorBody.safeParse(body).data
  const isFitting =
    status === wanted &&
    (wanted < 400 || error?.statusCode === wanted) &&
    (code === undefined || error?.code === code) &&
    (named === undefined || Object(body)[named]?.length > 0) &&
    (field === undefined || (error?.issues ?? []).some(({ path }) => path === field))
  if (!isFitting) return { cell: cellOf(row, kind), wanted: row.expected, status, body }
  answered.set(cellOf(row, kind), code === undefined ? String(status) : `${status} ${code}`)
  return undefined
}

function cellOf({ endpoint, outcome }: Cell['row'], kind: Kind): string {
  return `${endpoint} ${outcome} ${kind}`
}

/** The table as Markdown: `—` where a kind does not exist, `not run` where a test did not pass. */
function tableOf(all: readonly (Cell['row'] & Pick<Row, 'kinds'>)[]): string {
  const head = [
    `| endpoint | case | ${kinds.join(' | ')} |`,
    `|---|---|${'---|'.repeat(kinds.length)}`,
  ]
  const body = all.map((row) => {
    const cells = kinds.map((kind) =>
      row.kinds.includes(kind) ? (answered.get(cellOf(row, kind)) ?? 'not run') : '—',
    )
    return `| ${row.endpoint} | ${row.outcome} | ${cells.join(' | ')} |`
  })
  return `${[...head, ...body].join('\n')}\n`
}
