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

/** One run of the test command. Concurrent runs of a project share nothing. */
export type TestRun = {
  /** Folder for reports, logs and traces; kept after a failure. */
  folder: string
  /** Temporary folder of everything the run starts; its path identifies these processes. */
  temporary: string
  /** Environment of the run's tools. */
  environment: Readonly<Record<string, string | undefined>>
  /** Whether the output of tools is shown while they run. */
  isVerbose: boolean
  isEnding: () => boolean
  /** Stops everything the run has started and deletes temporary files. */
  end: () => Promise<void>
}

/** Last message to the run guard when a run ends in order. */
export const released = 'released'
const home = path.resolve('.cache/runs')
/** Grace period of processes, ms: a run ends within five seconds. */
const graceMs = 2_000

/** Creates the folders of a run. */
export function startRun(options: {
  isVerbose: boolean
  /** In addition to this process's environment. */
  environment: Readonly<Record<string, string>>
}): TestRun {
  removeEndedRuns()
  const folder = path.join(home, String(process.pid))
  mkdirSync(folder, { recursive: true })
  const temporary = realpathSync(mkdtempSync(path.join(tmpdir(), 'estuary-tests-')))
  // PostgreSQL may run as another user, who needs access.
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

/** Starts a guard process that stops the rest of the run if this process is killed. */
function startGuard(temporary: string): ChildProcess {
  const program = path.join(import.meta.dirname, 'runGuard.ts')
  const guard = spawn(process.execPath, ['--import', 'tsx', program], {
    // Its stdin closes when this process dies, for whatever reason.
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  // The guard is a safeguard: the run goes on without it.
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

/** Deletes what finished runs left behind. */
function removeEndedRuns(): void {
  if (!existsSync(home)) return
  for (const name of readdirSync(home))
    if (!isAlive(Number(name))) rmSync(path.join(home, name), { recursive: true, force: true })
}
