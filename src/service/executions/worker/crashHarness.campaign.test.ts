import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { startTestDatabase, type TestDatabase } from '#testing/harness/database.ts'
import type { TestRunOrder } from '#testing/crash/crashRun.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await startTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'estuary-run-'))
})
afterAll(async () => {
  for (const pid of await workers()) process.kill(pid, 'SIGKILL')
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  ['the run', 'run'],
  ['the process with its tests', 'tests'],
] as const)('workers end when %s is killed', async (_, victim) => {
  const run = startRun()
  await expect.poll(workers, { interval: 200 }).toHaveLength(1)
  const [tests] = await readProcesses('crashRun.ts')

  process.kill((victim === 'run' ? run.pid : tests) ?? 0, 'SIGKILL')

  await expect.poll(workers, { interval: 100 }).toEqual([])
  run.kill('SIGKILL')
})

/** A process that starts another one for its tests, as test runners do. */
function startRun() {
  const order: TestRunOrder = {
    network: devnet,
    databaseUrl: database.databaseUrl,
    keys: { ...devnetKeys, paymaster: devnetKeys.paymasterSigner },
    crashAt: { failpoint: 'after attest' },
  }
  const file = fileURLToPath(new URL('../../../testing/crash/crashRun.ts', import.meta.url))
  const script = `require('node:child_process').fork(${JSON.stringify(file)}, ['${folder}'])`
  return spawn(process.execPath, ['-e', `${script}; setInterval(() => undefined, 1000)`], {
    env: {
      ...process.env,
      NODE_OPTIONS: '--import tsx',
      TMPDIR: folder,
      TEST_RUN: JSON.stringify(order),
    },
    stdio: 'ignore',
  })
}

/** The worker processes of this test's run: their program stands in a folder of its own. */
function workers(): Promise<readonly number[]> {
  return readProcesses('/estuary-crash-')
}

/** Ids of processes that have our folder and this word in their command line. */
async function readProcesses(word: string): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args='])
  return stdout
    .split('\n')
    .filter((line) => line.includes(folder) && line.includes(word) && !line.includes(' -e '))
    .map((line) => Number.parseInt(line, 10))
}
