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

/** Runs worker processes that kill themselves; see {@link startCrashHarness}. */
export type CrashHarness = {
  /**
   * Runs a process until it exits. It kills itself once it holds everything in its order.
   *
   * @param options.endAfterMs - When to end a process whose order does not make it end.
   * @returns The signal that ended it; SIGTERM after `endAfterMs`.
   */
  run: (order: TestWorkerOrder, options?: { endAfterMs: number }) => Promise<string | null>
  stop: () => Promise<void>
}

/** Bundles the worker process once, so that each start takes a third of the time. */
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
    // CommonJS dependencies need `require`, `__filename` and `__dirname`.
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
  // When the test run dies, this process of it must not survive.
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
    // The process exits when this pipe closes, however the test run ends.
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const timer = setTimeout(() => child.kill('SIGTERM'), endAfterMs)
  const [, signal]: [number | null, string | null] = await once(child, 'exit').then(
    ([code, name]) => [code, name],
  )
  clearTimeout(timer)
  return signal
}
