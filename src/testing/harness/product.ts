import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

import { hangMs } from '#testing/hangMs.ts'

/** The product as `npm start` runs it. */
export type TestProduct = {
  url: string
  chains: readonly { chainId: string; rpcUrl: string }[]
  /** What it has written to stderr so far. */
  complaints: () => string
  /** Command lines of its processes by process id; the first is the supervisor. */
  processes: () => ReadonlyMap<number, string>
  /** Sends a signal to the supervisor and waits until it has ended. @returns Its exit code. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

const root = path.join(import.meta.dirname, '../../..')

/** What differs from `npm start` in this project. */
export type StartOptions = {
  /** Overrides environment variables. */
  environment?: Record<string, string>
  /** Folder of another project; see `project.ts`. */
  root?: string
}

/**
 * Runs the `start` script with its own ports and state. The process is the supervisor: the script's
 * last command replaces the shell.
 */
export function spawnStart(dataDir: string, options: StartOptions = {}): ChildProcess {
  const folder = options.root ?? root
  return spawn('sh', ['-c', startScript()], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${path.join(folder, 'node_modules', '.bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
      PORT: '0',
      DEVNET_PORTS: '0,0,0,0',
      // A quarter of the default, to wait less.
      DEVNET_BLOCK_MS: '250',
      ESTUARY_PRINT: 'json',
      LOG_LEVEL: 'fatal',
      DATA_DIR: dataDir,
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/**
 * Starts the product and waits until it announces that it is ready.
 *
 * @throws Error with its stderr output when it exits before.
 */
export async function startTestProduct(
  dataDir: string,
  options: StartOptions = {},
): Promise<TestProduct> {
  const child = spawnStart(dataDir, options)
  let complaints = ''
  child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const { url, chains } = await waitForAnnouncement(child)
  return {
    url,
    chains,
    complaints: () => complaints,
    processes: () => findProcessesBelow(child.pid ?? 0),
    async end(signal) {
      child.kill(signal)
      return waitForEnd(child)
    },
  }
}

/** Waits until a process exits. @returns Its exit code; null when a signal ended it. */
export async function waitForEnd(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null)
    await new Promise((resolve) => child.once('exit', resolve))
  return child.exitCode
}

/** Waits for processes to exit. @returns The ids of those that did not. */
export async function findSurvivors(pids: Iterable<number>): Promise<number[]> {
  const all = [...pids]
  for (const endsAtMs = performance.now() + hangMs; performance.now() < endsAtMs;) {
    if (all.every((pid) => !isAlive(pid))) return []
    await wait(50)
  }
  return all.filter(isAlive)
}

function startScript(): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const scripts = Object(Object(manifest)['scripts'])
  if (typeof scripts['start'] === 'string') return scripts['start']
  throw new Error('package.json has no script "start".')
}

type Announcement = Pick<TestProduct, 'url' | 'chains'>

function waitForAnnouncement(child: ChildProcess): Promise<Announcement> {
  const printed: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
  return new Promise((resolve, reject) => {
    if (child.stdout)
      createInterface(child.stdout).on('line', (line) => {
        const value: unknown = line.startsWith('{') ? JSON.parse(line) : undefined
        if (isAnnouncement(value)) resolve(value)
      })
    child.once('exit', (code, signal) =>
      reject(new Error(`It ended with ${code ?? signal} before it was ready: ${printed.join('')}`)),
    )
  })
}

function isAnnouncement(value: unknown): value is Announcement {
  return typeof value === 'object' && value !== null && 'url' in value && 'chains' in value
}

/** Command lines of a process and its descendants, by process id. */
export function findProcessesBelow(top: number): Map<number, string> {
  const rows = listProcesses()
  const found = new Map<number, string>()
  // Parents do not always precede their children: repeat until nothing new is found.
  for (let size = -1; size !== found.size;) {
    size = found.size
    for (const { pid, parent, args } of rows)
      if (pid === top || found.has(parent)) found.set(pid, args)
  }
  return found
}

/** Command lines of all processes that contain one of these paths. */
export function findProcessesNaming(places: readonly string[]): string[] {
  const rows = listProcesses().filter(({ pid }) => pid !== process.pid)
  return rows.map(({ args }) => args).filter((args) => places.some((place) => args.includes(place)))
}

function listProcesses(): { pid: number; parent: number; args: string }[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return args === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), args }]
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    // There is no such process.
    return false
  }
}
