import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { pickEveryNth } from '#testing/campaign.ts'
import { hangMs } from '#testing/hangMs.ts'

import {
  waitForEnd,
  findProcessesBelow,
  findProcessesNaming,
  spawnStart,
  startTestProduct,
} from '#testing/harness/product.ts'
import { openFolder } from '#testing/harness/openFolder.ts'
import { makeTestProject } from '#testing/harness/project.ts'

/** The product's own limit for what hangs; usually it takes two seconds. */
const endsWithinMs = 30_000
let folder: string
let dataDir: string

beforeEach(async () => {
  folder = await openFolder()
  dataDir = path.join(folder, 'state')
  await makeTestProject(folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Moment = { name: string; isNow: (commands: readonly string[]) => boolean }

/**
 * In the order in which a first start comes to them; each leaves its work for the next. In `npm test` each
 * third: in the middle of the build, and while contracts are created, with all nodes and a database there.
 */
const moments = pickEveryNth<Moment>(
  [
    running('the program is bundled', '--service='),
    running('the dashboard is built', 'vite.js build'),
    running('the database is made', 'initdb'),
    running('the nodes start', 'bin/anvil'),
    { name: 'contracts are created', isNow: () => existsSync(chainLock()) },
    running('the database starts', 'bin/postgres -D'),
    running('the service starts', 'serve.js'),
  ],
  3,
  1,
)

test('a start ends within seconds whenever it is called off, leaves nothing, and the next one works', async () => {
  for (const { name, isNow } of moments) {
    const child = spawnStart(dataDir, { root: folder })
    await until(isNow, { child, name })
    const startedMs = performance.now()
    child.kill('SIGINT')
    expect([name, await waitForEnd(child)]).toEqual([name, 0])
    expect(performance.now() - startedMs).toBeLessThan(endsWithinMs)
    expect([name, findProcessesNaming([folder])]).toEqual([name, []])
  }
  const product = await startTestProduct(dataDir, { root: folder })
  expect(await product.end('SIGINT')).toBe(0)
  expect(findProcessesNaming([folder])).toEqual([])
})

function running(name: string, program: string): Moment {
  return { name, isNow: (commands) => commands.some((command) => command.includes(program)) }
}

function chainLock(): string {
  return path.join(dataDir, 'devnet', 'firth.json.lock')
}

/** @throws Error when the start ends, or is ready for long, and the moment has not come. */
async function until(
  isNow: Moment['isNow'],
  { child, name }: { child: ReturnType<typeof spawnStart>; name: string },
): Promise<void> {
  const printed: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
  for (
    const endsAtMs = performance.now() + hangMs;
    performance.now() < endsAtMs;
    // Looking costs some milliseconds of a processor that the start needs too; moments are longer.
    await wait(100)
  ) {
    if (isNow([...findProcessesBelow(child.pid ?? 0).values()])) return
    if (child.exitCode !== null) break
  }
  child.kill('SIGINT')
  const code = await waitForEnd(child)
  throw new Error(`The moment when ${name} has not come; ended with ${code}: ${printed.join('')}`)
}
