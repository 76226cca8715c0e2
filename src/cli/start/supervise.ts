import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

/** A program of ours that runs as a child and is started again when it dies. */
export type ChildOptions = {
  /** For messages: `service`, `attestor`. */
  name: string
  /** Bundled program. */
  file: string
  /** Everything it may know; nothing else of this process's environment reaches it. */
  environment: Readonly<Record<string, string>>
  /** Called with every process that is started for it, the first and those after a death. */
  onStart?: (child: ChildProcess) => void
  onWarning: (sentence: string) => void
  /** Called when it keeps dying and is given up. */
  onGivenUp: (sentence: string) => void
}

/** A supervised program. */
export type SupervisedChild = {
  pid: () => number | undefined
  /** Asks it to end, makes it end when it takes too long, and waits. */
  stop: () => Promise<void>
}

const restartMs = 200
const healthyMs = 10_000
const maxDeathsInARow = 5
const graceMs = 10_000
const inherited = ['PATH', 'HOME', 'TZ', 'LANG', 'NODE_EXTRA_CA_CERTS', 'LOG_LEVEL']

/**
 * Starts a program and watches over it. The child gets a channel to this process; when that breaks,
 * it knows that its parent is gone and ends by itself.
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
    // A group of its own: Ctrl-C reaches the supervisor only, which ends all in their order.
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
