import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The command line of a process; undefined when it does not exist. */
export function readCommand(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  if (process.platform === 'linux') return readLinuxCommand(pid)
  return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).trim()
}

/** Whether a process of this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function readLinuxCommand(pid: number): string | undefined {
  try {
    // A zombie has an empty command line and holds no resources.
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return command === '' ? undefined : command.replaceAll('\0', ' ').trim()
  } catch {
    // It ended meanwhile.
    return undefined
  }
}
