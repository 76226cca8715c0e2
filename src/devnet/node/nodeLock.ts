import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

import { readCommand } from './processes.ts'

/** Users of a state file: the node, and the program that supervises it. */
type Holder = { node: number; owner: number; ownerCommand: string }

/** Time for an orphaned node to write its state before it is killed. */
const graceMs = 5_000

/**
 * Takes over a state file: stops an orphaned node whose program was killed, so that its state is
 * written and its port is free.
 *
 * @throws Error in one sentence when the program that started the node still runs.
 */
export async function takeOver(stateFile: string): Promise<void> {
  const holder = readHolder(stateFile)
  if (!holder) return
  if (readCommand(holder.owner)?.replaceAll('\n', ' ') === holder.ownerCommand)
    throw new Error(
      `The devnet of ${stateFile} is running already (process ${holder.owner}); end that one first.`,
    )
  if (isNodeRunning(holder.node, stateFile)) await endNode(holder.node, stateFile)
  unlockState(stateFile)
}

/** Records that this program's node uses the state file. */
export function lockState(stateFile: string, node: number): void {
  const ownerCommand = (readCommand(process.pid) ?? '').replaceAll('\n', ' ')
  writeFileSync(getLockFile(stateFile), `${node} ${process.pid} ${ownerCommand}\n`)
}

/** Records that the state file is no longer in use. */
export function unlockState(stateFile: string): void {
  rmSync(getLockFile(stateFile), { force: true })
}

async function endNode(pid: number, stateFile: string): Promise<void> {
  process.kill(pid, 'SIGINT')
  const deadlineMs = performance.now() + graceMs
  while (isNodeRunning(pid, stateFile)) {
    if (performance.now() > deadlineMs) process.kill(pid, 'SIGKILL')
    await wait(20)
  }
}

function isNodeRunning(pid: number, stateFile: string): boolean {
  return readCommand(pid)?.includes(stateFile) ?? false
}

function readHolder(stateFile: string): Holder | undefined {
  let text: string
  try {
    text = readFileSync(getLockFile(stateFile), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  return parseHolder(text)
}

/** A lock file torn during a write names nobody. */
function parseHolder(text: string): Holder | undefined {
  const [, node, owner, ownerCommand] = /^(\d+) (\d+) ([^\n]*)\n$/.exec(text) ?? []
  if (node === undefined || owner === undefined || ownerCommand === undefined) return undefined
  return { node: Number(node), owner: Number(owner), ownerCommand }
}

function getLockFile(stateFile: string): string {
  return `${stateFile}.lock`
}
