import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Runs `work` under a lock file that excludes other processes of this machine. The file holds the
 * owner's process id, so that the lock of a killed process is taken over.
 *
 * @param options.signal - Aborts the wait.
 * @throws Error when another running process keeps the lock for `timeoutMs`.
 */
export async function withFileLock<Result>(
  file: string,
  options: { timeoutMs: number; signal?: AbortSignal | undefined; work: () => Promise<Result> },
): Promise<Result> {
  const deadline = Date.now() + options.timeoutMs
  while (!take(file)) {
    options.signal?.throwIfAborted()
    if (isAbandoned(file)) rmSync(file, { force: true })
    else if (Date.now() > deadline) throw new Error(`Another process holds ${file}.`)
    else await wait(25)
  }
  try {
    return await options.work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** Whether a process with this id runs on this machine. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function take(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600)
    try {
      writeSync(handle, String(process.pid))
    } catch (error) {
      // On a full disk: nobody could tell whose lock this is, and it would never be released.
      rmSync(file, { force: true })
      throw error
    } finally {
      closeSync(handle)
    }
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function isAbandoned(file: string): boolean {
  // Empty until its owner has written.
  const pid = Number(readIfPresent(file))
  return pid > 0 && !isProcessAlive(pid)
}

/** Reads a file that its owner may delete at any moment; empty when it is gone. */
export function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
