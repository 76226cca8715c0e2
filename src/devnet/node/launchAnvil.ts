import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

import { findAnvilBinary } from './findAnvilBinary.ts'

/** How one anvil process runs. */
export type AnvilOptions = {
  /** What the chain is called, for messages. */
  name: string
  chainNumber: number
  /** Loopback address it listens on; 127.0.0.1 unless given. */
  host?: string
  /** 0 lets the system choose one. */
  port: number
  /** File that keeps the chain; made when absent. */
  stateFile: string
  /** Time between two writes of the state file. */
  stateSeconds: number
  /** Past blocks whose state can be read and gone back to. */
  keptStates: number
}

/** A running anvil process and the port it listens on. */
export type AnvilRun = { child: ChildProcess; port: number }

/**
 * Has a node's allocator give back what writing its state took, at the latest a second later, and
 * share one heap among its threads. Anvil is built with jemalloc; another build does not read it.
 */
const allocator = { _RJEM_MALLOC_CONF: 'narenas:1,dirty_decay_ms:1000,muzzy_decay_ms:0' }

/** Time a node gets to write its state before it is killed. */
const graceMs = 5_000

/**
 * Starts anvil, without blocks of its own, in a process group of its own: Ctrl-C does not reach it
 * before those who use it have finished.
 *
 * @returns Once it listens.
 * @throws Error in one sentence: the port is in use, the program is missing, the state cannot be
 *   read.
 */
export async function launchAnvil(options: AnvilOptions): Promise<AnvilRun> {
  const child = spawnAnvil(buildArguments(options))
  endOnExit(child)
  const port = await waitForPort(child, options)
  await silence(getHost(options), port)
  return { child, port }
}

function spawnAnvil(args: readonly string[]): ChildProcess {
  const binary = findAnvilBinary()
  try {
    return spawn(binary, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...allocator, ...process.env },
    })
  } catch (cause) {
    // What is no program at all is refused here; what may not be run, by an event.
    throw new Error(describeUnusable(binary, cause), { cause })
  }
}

function describeUnusable(binary: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return `The program ${binary} cannot be run (${reason}); run "npm ci" again.`
}

/** Ends a process when this one exits without having ended it. */
function endOnExit(child: ChildProcess): void {
  function end(): void {
    child.kill('SIGINT')
  }
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

/** Asks a process to end, makes it end when it takes too long, and waits. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}

/** Whether a process has not ended yet. */
export function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

function buildArguments(options: AnvilOptions): string[] {
  const settings = {
    host: getHost(options),
    port: options.port,
    'chain-id': options.chainNumber,
    hardfork: 'prague',
    'gas-limit': 60_000_000,
    // 0.01 gwei, as on a quiet rollup: quotes charge what gas costs.
    'block-base-fee-per-gas': 10_000_000,
    'prune-history': options.keptStates,
    state: options.stateFile,
    'state-interval': options.stateSeconds,
  }
  return [
    '--no-mining',
    // Who may read the answers is said by the gate in front, to the pages that may.
    '--no-cors',
    ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
  ]
}

/** Waits for the line by which anvil says where it listens. */
function waitForPort(child: ChildProcess, options: AnvilOptions): Promise<number> {
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2_000)
  })
  return new Promise((resolve, reject) => {
    if (child.stdout)
      createInterface(child.stdout).on('line', (line) => {
        const port = /^Listening on .*:(\d+)$/.exec(line)?.[1]
        if (port !== undefined) resolve(Number(port))
      })
    child.once('error', (cause) =>
      reject(new Error(describeUnusable(child.spawnfile, cause), { cause })),
    )
    child.once('close', () => reject(new Error(describeStartError(complaint, options))))
  })
}

/** What a node's last words mean, in one sentence. */
export function describeStartError(
  complaint: string,
  { name, port, stateFile }: Pick<AnvilOptions, 'name' | 'port' | 'stateFile'>,
): string {
  const inUse = /address (?:already )?in use(?:[^\n]*?:(\d+)\b)?/i.exec(complaint)
  if (inUse)
    return `The port ${inUse[1] ?? port} for ${name} is in use by another program; end that one or choose another port.`
  if (/permission denied/i.test(complaint))
    return `The node of ${name} may not use ${stateFile} or the port ${port}: permission denied.`
  if (/parse json|--state|load.*state/i.test(complaint))
    return describeUnreadableState(name, stateFile)
  const words = complaint.trim().split('\n').at(0) ?? ''
  return `The node of ${name} did not start (${words || 'without a word'}); "npm ci" mends a damaged program.`
}

/** The sentence for a state file that no node can start from. */
export function describeUnreadableState(name: string, stateFile: string): string {
  return `The state of ${name} in ${stateFile} cannot be read; "npm run reset" starts the devnet anew.`
}

/** The address that a node listens on. */
export function getHost({ host = '127.0.0.1' }: Pick<AnvilOptions, 'host'>): string {
  return host
}

/** Keeps the node from printing every request. */
async function silence(host: string, port: number): Promise<void> {
  await fetch(`http://${host}:${port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"anvil_setLoggingEnabled","params":[false]}',
  })
}
