import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

/** A child process that is restarted when it dies. */
export type ChildOptions = {
  /** For messages: `service`, `attestor`. */
  name: string
  /** Path of the bundled program. */
  file: string
  /** Its whole environment; it inherits nothing from this process. */
  environment: Readonly<Record<string, string>>
  /** Called with each process, the first and every restart. */
  onStart?: (child: ChildProcess) => void
  onWarning: (sentence: string) => void
  /** Called when it keeps dying and is not restarted any more. */
  onGivenUp: (sentence: string) => void
}

/** A supervised program. */
export type SupervisedChild = {
  pid: () => number | undefined
  /** Asks it to exit, kills it after a timeout, and waits. */
  stop: () => Promise<void>
}

const restartMs = 200
const healthyMs = 10_000
const maxDeathsInARow = 5
const graceMs = 10_000
const inherited = ['PATH', 'HOME', 'TZ', 'LANG', 'NODE_EXTRA_CA_CERTS', 'LOG_LEVEL']

/**
 * Starts and supervises a program. The child has a channel to this process and exits when it breaks,
 * because then its parent is gone.
 */
export function supervise(options: ChildOptions): SupervisedChild {
  let isWanted = true
  let deaths = 0
  let child = launch(options, onExit)
  let startedMs = performance.now()

  async function onExit(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    if (!isWanted) return
    deaths = performance.now() - startedMs > healthyMs ? 1 : deaths + 1
    const cause = signal ?? `exit code ${code}`
    if (deaths >= maxDeathsInARow) {
      isWanted = false
      options.onGivenUp(`The ${options.name} died ${deaths} times in a row (${cause}).`)
      return
    }
    options.onWarning(`The ${options.name} died (${cause}) and is started again.`)
    await wait(restartMs)
    if (!isWanted) return
    child = launch(options, onExit)
    startedMs = performance.now()
  }

  return {
    pid: () => (isRunning(child) ? child.pid : undefined),
    async stop() {
      isWanted = false
      await end(child, options)
    },
  }
}

function launch(
  { file, environment, onStart }: ChildOptions,
  onExit: (code: number | null, signal: NodeJS.Signals | null) => Promise<void>,
): ChildProcess {
  const child = spawn(process.execPath, ['--enable-source-maps', file], {
    // A separate process group: Ctrl-C reaches only the supervisor, which stops all in order.
    detached: true,
    env: { ...getInheritedEnvironment(), ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.once('exit', (code, signal) => void onExit(code, signal))
  child.once('error', () => void onExit(null, null))
  onStart?.(child)
  return child
}

function getInheritedEnvironment(): Record<string, string> {
  const entries = inherited.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

async function end(
  child: ChildProcess,
  { name, onWarning }: Pick<ChildOptions, 'name' | 'onWarning'>,
): Promise<void> {
  if (!isRunning(child)) return
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  child.kill('SIGTERM')
  const timer = setTimeout(() => {
    onWarning(`The ${name} did not end within ${graceMs / 1000} s and was killed.`)
    child.kill('SIGKILL')
  }, graceMs)
  await ended
  clearTimeout(timer)
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}
