import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, accessSync, constants } from 'node:fs'
import { createInterface } from 'node:readline'
import { fetchPatiently } from './fetchPatiently.ts'
import { getWrittenFile } from './snapshotState.ts'
import { createRequire } from 'node:module'

/** Options of one anvil process. */
export type AnvilOptions = {
  /** Name of the chain, for messages. */
  name: string
  chainNumber: number
  /** Loopback address to listen on; 127.0.0.1 by default. */
  host?: string
  /** 0 lets the system choose one. */
  port: number
  /** File that keeps the chain; created when missing. */
  stateFile: string
  /** Seconds between two writes of the state file. */
  stateSeconds: number
  /** Number of past states to keep. */
  keptStates: number
}

/** A running anvil process and its port. */
export type AnvilRun = { child: ChildProcess; port: number }

/**
 * Makes the allocator return memory used to write the state within a second, and share one heap
 * among threads. Applies to anvil's jemalloc; other builds ignore it.
 */
const allocator = { _RJEM_MALLOC_CONF: 'narenas:1,dirty_decay_ms:1000,muzzy_decay_ms:0' }

/** Time for a node to write its state before it is killed. */
const graceMs = 5_000

/**
 * Starts anvil without automatic mining, in its own process group, so that Ctrl-C does not reach it
 * before its users have finished.
 *
 * @returns Once it listens.
 * @throws Error in one sentence: the port is in use, the program is missing, the state is
 *   unreadable.
 */
export async function launchAnvil(options: AnvilOptions): Promise<AnvilRun> {
  const child = spawnAnvil(buildArguments(options))
  endOnExit(child)
  const port = await waitForPort(child, options)
  try {
    await disableLogging(child, `http://${getHost(options)}:${port}`)
  } catch (error) {
    await endProcess(child)
    throw error
  }
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
    // Thrown here when it is not a program at all; lacking permission is reported by an event.
    throw new Error(describeUnusable(binary, cause), { cause })
  }
}

function describeUnusable(binary: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return `The program ${binary} cannot be run (${reason}); run "npm ci" again.`
}

/** Kills a process when this one exits without having stopped it. */
function endOnExit(child: ChildProcess): void {
  function end(): void {
    child.kill('SIGINT')
  }
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

/** Asks a process to stop, kills it if it takes too long, and waits for its end. */
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

/** Whether a process is still running. */
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
    // 0.01 gwei, as on a quiet rollup, as quotes charge for gas.
    'block-base-fee-per-gas': 10_000_000,
    'prune-history': options.keptStates,
    'dump-state': getWrittenFile(options.stateFile),
    'state-interval': options.stateSeconds,
  }
  return [
    '--no-mining',
    // The gate in front adds CORS headers for the allowed pages.
    '--no-cors',
    ...(existsSync(options.stateFile) ? ['--load-state', options.stateFile] : []),
    ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
  ]
}

/** Waits for the line in which anvil prints its port. */
function waitForPort(child: ChildProcess, options: AnvilOptions): Promise<number> {
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2_000)
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
    child.once('close', () => reject(new Error(describeStartError(output, options))))
  })
}

/** Explains a node's last output in one sentence. */
export function describeStartError(
  output: string,
  { name, port, stateFile }: Pick<AnvilOptions, 'name' | 'port' | 'stateFile'>,
): string {
  const inUse = /address (?:already )?in use(?:[^\n]*?:(\d+)\b)?/i.exec(output)
  if (inUse)
    return `The port ${inUse[1] ?? port} for ${name} is in use by another program; end that one or choose another port.`
  if (/permission denied/i.test(output))
    return `The node of ${name} may not use ${stateFile} or the port ${port}: permission denied.`
  if (/parse json|--state|load.*state/i.test(output))
    return describeUnreadableState(name, stateFile)
  const firstLine = output.trim().split('\n').at(0) ?? ''
  return `The node of ${name} did not start (${firstLine || 'without a word'}); "npm ci" mends a damaged program.`
}

/** Explains that a node cannot start from a state file. */
export function describeUnreadableState(name: string, stateFile: string): string {
  return `The state of ${name} in ${stateFile} cannot be read; "npm run reset" starts the devnet anew.`
}

/** The address that a node listens on. */
export function getHost({ host = '127.0.0.1' }: Pick<AnvilOptions, 'host'>): string {
  return host
}

/** Disables the node's request log. */
async function disableLogging(child: ChildProcess, url: string): Promise<void> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"anvil_setLoggingEnabled","params":[false]}',
  }
  await fetchPatiently(url, request, { isRunning: () => isRunning(child) })
}

const require = createRequire(import.meta.url)

/**
 * Finds the anvil binary that npm installed for this machine.
 *
 * @returns Its path.
 * @throws Error that says what to do when it is missing.
 */
export function findAnvilBinary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${architecture}`
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    const path = require.resolve(`${name}/bin/${file}`)
    accessSync(path, constants.X_OK)
    return path
  } catch (cause) {
    throw new Error(
      `The program anvil is missing: the package ${name} is not installed; run "npm ci" again.`,
      { cause },
    )
  }
}
