import { spawn } from 'node:child_process'

/** Ends other programs when this process dies without doing so itself; see {@link startOrphanReaper}. */
export type OrphanReaper = {
  /** Names the processes to end; replaces those named before. */
  guard(pids: readonly number[]): void
  /** Nothing is left to end. */
  release(): void
}

/** Reads lists of process ids; at the end of its input, ends those of the last list. */
const script = `trap '' INT TERM HUP
last=
while read -r line; do last=$line; done
[ -n "$last" ] && kill -INT $last 2>/dev/null
exit 0`

/**
 * Starts a small shell that outlives this process and ends what it leaves behind: local nodes and
 * the database do not notice that who started them is gone (SIGKILL cannot be caught).
 */
export function startOrphanReaper(): OrphanReaper {
  const shell = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  shell.unref()
  // A shell that is gone guards nothing; that is no reason to stop.
  shell.stdin.on('error', () => undefined)
  return {
    guard: (pids) => void shell.stdin.write(`${pids.join(' ')}\n`),
    release: () => void shell.stdin.end('\n'),
  }
}
