import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'

import { hangMs } from '#testing/hangMs.ts'
import type { TestWorkerOrder } from './workerProcess.ts'

/** Runs worker processes that are killed; see {@link startCrashHarness}. */
export type CrashHarness = {
  /**
   * Runs a process until it is gone. It ends itself when it holds all that it was told to: only one
   * that never would is waited for long.
   *
   * @param options.endAfterMs - For one that is told nothing that would end it.
   * @returns The signal that ended it; SIGTERM after the time.
   */
  run: (order: TestWorkerOrder, options?: { endAfterMs: number }) => Promise<string | null>
  stop: () => Promise<void>
}

/** Bundles the worker process once: each start then takes a third of the time. */
export async function startCrashHarness(): Promise<CrashHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'estuary-crash-'))
  const outfile = join(folder, 'worker.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL('./workerProcess.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['pg-native'],
    // Packages that are CommonJS inside ask for `require` and their own place.
    banner: {
      js: [
        "import { createRequire as makeRequire } from 'node:module'",
        'const require = makeRequire(import.meta.url)',
        'const __filename = import.meta.filename, __dirname = import.meta.dirname',
      ].join(';'),
    },
    logLevel: 'warning',
  })
  await stop()
  // The test run is gone and this process with its tests is not: there is nobody left to tell.
  process.once('disconnect', endProcess)
  return {
    run: (order, options) => runProcess(outfile, { endAfterMs: hangMs, ...options, order }),
    async stop() {
      process.off('disconnect', endProcess)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function endProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}

async function runProcess(
  file: string,
  { order, endAfterMs }: { order: TestWorkerOrder; endAfterMs: number },
): Promise<string | null> {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, TEST_WORKER: JSON.stringify(order) },
    // It ends when this pipe does: with the test run, however that dies.
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const timer = setTimeout(() => child.kill('SIGTERM'), endAfterMs)
  const [, signal]: [number | null, string | null] = await once(child, 'exit').then(
    ([code, name]) => [code, name],
  )
  clearTimeout(timer)
  return signal
}
