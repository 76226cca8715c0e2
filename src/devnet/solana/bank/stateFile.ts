import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs'

import { z } from 'zod/mini'

import type { ChainTime } from './blocks.ts'
import type { Landed } from './ledger.ts'

/** State of a chain kept across restarts. */
export type SavedChain = {
  time: ChainTime
  /** The runtime's snapshot. */
  accounts: Uint8Array
  landed: readonly Landed[]
}

/** Stores a chain: an atomically written snapshot, and an append-only log of transactions. */
export type StateFile = {
  /** Undefined when there is no file yet. @throws Error when it cannot be read. */
  load(): SavedChain | undefined
  /** Saves the chain's current state. */
  save(chain: { time: ChainTime; accounts: Uint8Array; all: Iterable<Landed>; count: number }): void
}

/** First line of a snapshot; the accounts follow. */
const Header = z.object({
  format: z.literal(1),
  time: z.custom<ChainTime>((value) => typeof value === 'object' && value !== null),
  /** Number of the log it belongs to, and the log's length in bytes. */
  log: z.number(),
  logBytes: z.number(),
})
type Header = z.output<typeof Header>

/**
 * Opens the file that stores a chain. A node killed at any moment finds the last saved chain: the
 * snapshot is replaced atomically, and whatever the log has beyond it is cut off.
 *
 * @param file - The snapshot; its log is next to it.
 * @param keptTransactions - The log is rewritten when it holds more than twice as many.
 */
export function openStateFile(file: string, keptTransactions: number): StateFile {
  /** State of the log and number of transactions ever added, at the last complete save. */
  let saved = { log: 0, logBytes: 0, lines: 0, counted: 0 }

  return {
    load() {
      if (!existsSync(file)) return undefined
      const bytes = readFileSync(file)
      const end = bytes.indexOf('\n')
      const { time, log, logBytes } = parseHeader(bytes.toString('utf8', 0, end))
      const landed = readLog(getLogFile(file, log), logBytes)
      saved = { log, logBytes, lines: landed.length, counted: landed.length }
      return { time, accounts: bytes.subarray(end + 1), landed }
    },
    save({ time, accounts, all, count }) {
      const remembered = [...all]
      const fresh = count - saved.counted
      const isFull = saved.lines + fresh > 2 * keptTransactions
      const before = isFull ? { log: saved.log + 1, logBytes: 0, lines: 0 } : saved
      const added = isFull ? remembered : remembered.slice(remembered.length - fresh)
      const { log } = before
      const logBytes = before.logBytes + append(getLogFile(file, log), before.logBytes, added)
      const header: Header = { format: 1, time, log, logBytes }
      const whole = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), accounts])
      write(openSync(`${file}.new`, 'w'), { position: 0, bytes: whole })
      renameSync(`${file}.new`, file)
      if (isFull) rmSync(getLogFile(file, saved.log), { force: true })
      saved = { log, logBytes, lines: before.lines + added.length, counted: count }
    },
  }
}

function getLogFile(file: string, log: number): string {
  return `${file}.log-${log}`
}

/** Appends lines after the valid bytes, overwriting what a failed save left there. */
function append(path: string, position: number, landed: readonly Landed[]): number {
  if (landed.length === 0) return 0
  const bytes = Buffer.from(landed.map((one) => `${JSON.stringify(one)}\n`).join(''))
  write(openSync(path, constants.O_CREAT | constants.O_WRONLY), { position, bytes })
  return bytes.length
}

/** Writes and syncs to disk. */
function write(handle: number, { position, bytes }: { position: number; bytes: Buffer }): void {
  try {
    let written = 0
    while (written < bytes.length)
      written += writeSync(handle, bytes, written, bytes.length - written, position + written)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function parseHeader(line: string): Header {
  const { success, data } = Header.safeParse(JSON.parse(line))
  if (!success) throw new Error('The snapshot has another form.')
  return data
}

function readLog(path: string, bytes: number): Landed[] {
  if (bytes === 0) {
    rmSync(path, { force: true })
    return []
  }
  const content = readFileSync(path)
  if (content.length < bytes) throw new Error('The log is shorter than its snapshot says.')
  truncateSync(path, bytes)
  const lines = content.toString('utf8', 0, bytes).trimEnd().split('\n')
  return lines.map((line) => {
    const landed: Landed = JSON.parse(line)
    return landed
  })
}
