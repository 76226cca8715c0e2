import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** A process and its command line. */
export type RunProcess = { pid: number; command: string }

/**
 * Finds every process with `marker`, a unique path, in its command line or environment: everything a run
 * started, also indirectly, even if its parent is gone. Excludes this process.
 */
export function findProcesses(marker: string): readonly RunProcess[] {
  const found = process.platform === 'linux' ? findInProc(marker) : findInPs(marker)
  return found.filter(({ pid }) => pid !== process.pid)
}

/**
 * Stops all processes with this marker: SIGINT first, SIGKILL after `graceMs`.
 *
 * @returns The processes that were still running.
 */
export async function endProcesses(
  marker: string,
  { graceMs }: { graceMs: number },
): Promise<readonly RunProcess[]> {
  const found = findProcesses(marker)
  // Like Ctrl-C: on SIGINT PostgreSQL stops without waiting for clients.
  signalAll(found, 'SIGINT')
  const endsAtMs = performance.now() + graceMs
  let left = found
  while (left.length > 0 && performance.now() < endsAtMs) {
    await wait(50)
    left = findProcesses(marker)
  }
  // A killed process may have just started others.
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
      // It has already exited.
    }
}

function findInProc(marker: string): readonly RunProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    const command = readProc(name, 'cmdline')
    // A zombie has no command line: it has exited and awaits its parent.
    if (command === '') return []
    const isOurs = command.includes(marker) || readProc(name, 'environ').includes(marker)
    return isOurs ? [{ pid: Number(name), command: command.replaceAll('\0', ' ').trim() }] : []
  })
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // It has exited, or belongs to another user.
    return ''
  }
}

/** Uses `ps` of macOS and BSD: `E` prints the environment after the command. */
function findInPs(marker: string): readonly RunProcess[] {
  const lines = execFileSync('ps', ['-axwwE', '-o', 'pid=,command='], { encoding: 'utf8' })
  return lines.split('\n').flatMap((line) => {
    const [, pid, command = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
    return command.includes(marker) ? [{ pid: Number(pid), command }] : []
  })
}
