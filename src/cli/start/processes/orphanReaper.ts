import { spawn } from 'node:child_process'

/** Kills child processes when this process dies without doing so; see {@link startOrphanReaper}. */
export type OrphanReaper = {
  /** Replaces the list of processes to kill. */
  guard(pids: readonly number[]): void
  /** Stops the reaper without killing anything. */
  release(): void
}

/** Reads lists of process ids; at the end of its input, kills those of the last list. */
const script = `trap '' INT TERM HUP
last=
while read -r line; do last=$line; done
[ -n "$last" ] && kill -INT $last 2>/dev/null
exit 0`

/**
 * Starts a small shell that outlives this process and kills what it leaves behind: local nodes and the
 * database do not notice when their parent is gone (SIGKILL cannot be caught).
 */
export function startOrphanReaper(): OrphanReaper {
  const shell = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  shell.unref()
  // The reaper is a safeguard: the product goes on without it.
  shell.stdin.on('error', () => undefined)
  return {
    guard: (pids) => void shell.stdin.write(`${pids.join(' ')}\n`),
    release: () => void shell.stdin.end('\n'),
  }
}
