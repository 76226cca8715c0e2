import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'

/** Bytes at the end of a state file that show whether it is complete. */
const edgeBytes = 64

/** The file that anvil writes, in place: a node that is killed or has no disk left leaves it torn. */
export function getWrittenFile(stateFile: string): string {
  return `${stateFile}.written`
}

/**
 * Replaces a chain's state file by what its node has written since, if that is complete. A torn one
 * rolls the chain back by seconds, like a long reorg.
 *
 * @returns Whether what the node has written is torn.
 * @throws Error of the file system, such as for a full disk; the state file is left as it is.
 */
export function snapshotState(stateFile: string): boolean {
  const written = getWrittenFile(stateFile)
  // An older one is kept already, or somebody has put another state in its place.
  if (!existsSync(written) || isNewer(stateFile, written)) return false
  const copy = `${stateFile}.new`
  try {
    // The node may write meanwhile: what is checked is the copy.
    copyFileSync(written, copy)
    if (!isWhole(copy)) return true
    renameSync(copy, stateFile)
    return false
  } finally {
    rmSync(copy, { force: true })
  }
}

function isNewer(file: string, other: string): boolean {
  return existsSync(file) && statSync(file).mtimeMs >= statSync(other).mtimeMs
}

function isWhole(file: string): boolean {
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    const bytes = Buffer.alloc(edgeBytes)
    const read = readSync(handle, bytes, 0, edgeBytes, Math.max(0, size - edgeBytes))
    const last = bytes.toString('utf8', 0, read)
    return last.endsWith('}') && last.includes('"historical_states":')
  } finally {
    closeSync(handle)
  }
}
