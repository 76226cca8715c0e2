import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openFolder } from '#testing/harness/openFolder.ts'
import { findProcesses } from './runTests.ts'

const root = path.join(import.meta.dirname, '../../..')
/** Whoever ends a run finds nothing of it left after this time. */
const endsWithinMs = 5_000
/** Tests that start nodes of both kinds and a database. */
const file = 'src/service/executions/worker/swapsOnSolana.integration.test.ts'
const allStarted = /anvil[^]*postgres|postgres[^]*anvil/

let folder: string
beforeEach(async () => {
  folder = await openFolder()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

// Nodes and a database take long to start: they are waited for where the run is ended once, not each time.
test.each([
  ['SIGINT', allStarted],
  ['SIGTERM', /vitest/],
] as const)(
  'a run that is ended by %s leaves no process and no file within five seconds',
  async (signal, begun) => {
    const run = startRun()
    await expect.poll(commands).toMatch(begun)
    const exited = once(run, 'exit')
    const startedMs = performance.now()
    run.kill(signal)
    await exited
    expect(performance.now() - startedMs).toBeLessThan(endsWithinMs)
    expect(findProcesses(folder)).toEqual([])
    // What reads TypeScript keeps a cache of its own there.
    expect(readdirSync(folder).filter((name) => name.startsWith('estuary'))).toEqual([])
    expect(run.exitCode).toBeGreaterThan(0)
  },
)

/** The test command in a group of its own, with its temporary files in a folder of this test. */
function startRun(): ChildProcess {
  return spawn(
    process.execPath,
    ['--import', 'tsx', 'src/cli/tests/main.ts', 'integration', file],
    { cwd: root, detached: true, stdio: 'ignore', env: { ...process.env, TMPDIR: folder } },
  )
}

/** The commands of what the run has started: on Linux with /proc, elsewhere just their number. */
function commands(): string {
  return findProcesses(folder)
    .map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    .join('\n')
}
