import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

import type { BenchRow } from './benchReport.ts'

/** What a fresh clone does not have; `node_modules` is linked instead. */
const notCopied = new Set(['node_modules', '.git', '.cache', '.estuary', 'dist'])

/**
 * Measures `npm start` in a fresh copy of the project until `/readyz` answers 200, dashboard build
 * included; then a second start, and the memory of all its processes. Source of the limits: figures,
 * "Service"; the limit of the first start is ours.
 */
export async function benchStart(): Promise<BenchRow[]> {
  const home = await mkdtemp(path.join(tmpdir(), 'estuary-bench-'))
  try {
    await copyProject(home)
    const first = await startOnce(home)
    const second = await startOnce(home)
    return [
      { what: 'first start', measured: first.seconds, bar: 60, unit: 's' },
      { what: 'second start', measured: second.seconds, bar: 8, unit: 's' },
      {
        what: `resident memory of ${second.processes} processes, second start`,
        measured: second.residentMb,
        bar: 700,
        unit: 'MB',
      },
    ]
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function copyProject(home: string): Promise<void> {
  const root = process.cwd()
  await cp(root, home, {
    recursive: true,
    filter: (source) => !notCopied.has(path.relative(root, source)),
  })
  await symlink(path.join(root, 'node_modules'), path.join(home, 'node_modules'))
}

type Started = { seconds: number; residentMb: number; processes: number }

async function startOnce(home: string): Promise<Started> {
  const startedAt = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: home,
    env: {
      ...process.env,
      PORT: '0',
      DEVNET_PORTS: '0,0,0,0',
      DATA_DIR: path.join(home, '.estuary'),
      DATABASE_URL: '',
      ESTUARY_PRINT: 'json',
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((done) => child.once('exit', done))
  try {
    await waitForAnnouncement(child)
    const seconds = (performance.now() - startedAt) / 1000
    return { seconds, ...measureMemory(child.pid ?? 0) }
  } finally {
    child.kill('SIGINT')
    await ended
  }
}

/** `npm start` prints one line of JSON once `/readyz` answers 200. */
function waitForAnnouncement(child: ChildProcess): Promise<void> {
  const printed: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
  return new Promise((ready, fail) => {
    if (child.stdout)
      createInterface(child.stdout).on('line', (line) => {
        if (line.startsWith('{"url"')) ready()
      })
    child.once('exit', (code) =>
      fail(new Error(`It ended with ${code} before it was ready: ${printed.join('')}`)),
    )
  })
}

/** Resident memory of a process and its descendants; shared pages count once per process. */
function measureMemory(top: number): Pick<Started, 'residentMb' | 'processes'> {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' }).split('\n')
  const rows = lines.map((line) => line.trim().split(/\s+/).map(Number))
  const found = new Map([[top, 0]])
  for (const parent of found.keys())
    for (const [pid = 0, of = 0, kilobytes = 0] of rows) {
      if (pid === top) found.set(pid, kilobytes)
      if (of === parent && !found.has(pid)) found.set(pid, kilobytes)
    }
  const kilobytes = [...found.values()].reduce((total, size) => total + size, 0)
  return { residentMb: kilobytes / 1024, processes: found.size }
}
