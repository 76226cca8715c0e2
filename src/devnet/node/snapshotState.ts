import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
} from 'node:fs'

/** Bytes at either end of a state file that show whether it is complete. */
const edgeBytes = 64

/**
 * Copies or restores a chain's state file before a node reads it.
 *
 * Anvil writes the file in place, so a node killed while writing leaves it torn. A complete file is
 * copied aside; a torn one is replaced by that copy: the chain rolls back, like a long reorg.
 *
 * @returns Whether the copy had to be used.
 */
export function snapshotState(stateFile: string): boolean {
  if (!existsSync(stateFile)) return false
  const copy = `${stateFile}.copy`
  const [first, last] = readEdges(stateFile)
  const isWhole = last.endsWith('}') && last.includes('"historical_states":')
  if (isWhole) {
    copyFileSync(stateFile, `${copy}.new`)
    renameSync(`${copy}.new`, copy)
    return false
  }
  const isTorn = first === '' || first.startsWith('{"block":')
  if (!isTorn || !existsSync(copy)) return false
  copyFileSync(copy, stateFile)
  return true
}

function readEdges(file: string): [first: string, last: string] {
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    return [readAt(handle, 0), readAt(handle, Math.max(0, size - edgeBytes))]
  } finally {
    closeSync(handle)
  }
}

function readAt(handle: number, position: number): string {
  const bytes = Buffer.alloc(edgeBytes)
  return bytes.toString('utf8', 0, readSync(handle, bytes, 0, edgeBytes, position))
}
