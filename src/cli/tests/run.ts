import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { isAlive } from '#devnet/node/processes.ts'
import { endProcesses } from './runProcesses.ts'

/** One run of the test command: two of them in one project share nothing. */
export type TestRun = {
  /** Where reports, logs and traces stay when something failed. */
  folder: string
  /** Where all that the run starts keeps its files; its path is known to all of it. */
  temporary: string
  /** What the run's tools find in their environment. */
  environment: Readonly<Record<string, string | undefined>>
  /** Whether what tools print is shown while they run. */
  isVerbose: boolean
  isEnding: () => boolean
  /** Ends everything that the run has started and deletes what is temporary. */
  end: () => Promise<void>
}

/** What whoever ends a run in order says to its guard last. */
export const released = 'released'
const home = path.resolve('.cache/runs')
/** Time that processes get to end by themselves: all of it is over five seconds after it is asked. */
const graceMs = 2_000

/** Makes the folders of a run. */
export function startRun(options: {
  isVerbose: boolean
  /** Beside what this process has. */
  environment: Readonly<Record<string, string>>
}): TestRun {
  removeEndedRuns()
  const folder = path.join(home, String(process.pid))
  mkdirSync(folder, { recursive: true })
  const temporary = realpathSync(mkdtempSync(path.join(tmpdir(), 'estuary-tests-')))
  // The database runs as another user, who has to come in.
  chmodSync(temporary, 0o755)
  const guard = startGuard(temporary)
  let isEnding = false
  return {
    folder,
    temporary,
    environment: {
      ...process.env,
      PATH: [path.resolve('node_modules/.bin'), process.env['PATH']].join(path.delimiter),
      ESTUARY_RUN_FOLDER: folder,
      ...options.environment,
      CI: '1',
      NO_COLOR: '1',
    },
    isVerbose: options.isVerbose,
    isEnding: () => isEnding,
    async end() {
      isEnding = true
      await endProcesses(temporary, { graceMs })
      rmSync(temporary, { recursive: true, force: true })
      await releaseGuard(guard)
    },
  }
}

/** Nobody can answer SIGKILL: this process ends what is left of the run when it is gone. */
function startGuard(temporary: string): ChildProcess {
  const program = path.join(import.meta.dirname, 'runGuard.ts')
  const guard = spawn(process.execPath, ['--import', 'tsx', program], {
    // Its input ends when this process does, however that dies.
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  // One that is gone guards nothing; that is no reason to stop.
  guard.stdin.on('error', () => undefined)
  guard.stdin.write(`${temporary}\n`)
  return guard
}

async function releaseGuard(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null || guard.signalCode !== null) return
  guard.ref()
  const ended = once(guard, 'exit')
  guard.stdin?.end(released)
  await ended
}

/** Deletes what runs left that are over. */
function removeEndedRuns(): void {
  if (!existsSync(home)) return
  for (const name of readdirSync(home))
    if (!isAlive(Number(name))) rmSync(path.join(home, name), { recursive: true, force: true })
}
