import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** A process and the command line that it was started with. */
export type RunProcess = { pid: number; command: string }

/**
 * Every process that has `marker`, a path that nothing else has, in its command line or its
 * environment: all that a run started, however far down, and also when whoever started it is gone.
 * This process is none of them.
 */
export function findProcesses(marker: string): readonly RunProcess[] {
  const found = process.platform === 'linux' ? findInProc(marker) : findInPs(marker)
  return found.filter(({ pid }) => pid !== process.pid)
}

/**
 * Ends all processes with this marker: each is asked, and after `graceMs` it is made to.
 *
 * @returns What was still there when it was asked.
 */
export async function endProcesses(
  marker: string,
  { graceMs }: { graceMs: number },
): Promise<readonly RunProcess[]> {
  const found = findProcesses(marker)
  // As Ctrl-C asks: PostgreSQL then ends without waiting for its clients.
  signalAll(found, 'SIGINT')
  const endsAtMs = performance.now() + graceMs
  let left = found
  while (left.length > 0 && performance.now() < endsAtMs) {
    await wait(50)
    left = findProcesses(marker)
  }
  // Who is made to end may have started others a moment before.
  for (; left.length > 0; left = findProcesses(marker)) {
    signalAll(left, 'SIGKILL')
    await wait(20)
  }
  return found
}

function signalAll(processes: readonly RunProcess[], signal: NodeJS.Signals): void {
  for (const { pid } of processes)
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself.
    }
}

function findInProc(marker: string): readonly RunProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    const command = readProc(name, 'cmdline')
    // A zombie has no command line: it has ended, and whoever started it has not looked yet.
    if (command === '') return []
    const isOurs = command.includes(marker) || readProc(name, 'environ').includes(marker)
    return isOurs ? [{ pid: Number(name), command: command.replaceAll('\0', ' ').trim() }] : []
  })
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // It has ended, or belongs to somebody else.
    return ''
  }
}

/** `ps` as macOS and the BSDs have it: `E` shows the environment behind the command. */
function findInPs(marker: string): readonly RunProcess[] {
  const lines = execFileSync('ps', ['-axwwE', '-o', 'pid=,command='], { encoding: 'utf8' })
  return lines.split('\n').flatMap((line) => {
    const [, pid, command = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
    return command.includes(marker) ? [{ pid: Number(pid), command }] : []
  })
}
