import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

import { anvilBinary } from './anvilBinary.ts'

/** How a local node runs. */
export type NodeOptions = {
  /** What it is called, for messages. */
  name: string
  chainNumber: number
  /** Port on 127.0.0.1; 0 lets the system choose one. */
  port: number
  /** File that keeps the chain; made when absent. */
  stateFile: string
  /** Time between two writes of the state file. */
  stateSeconds: number
  /** Told in one sentence when the node died and was started again, or could not be. */
  onTrouble: (sentence: string) => void
}

/** A running local node that is started again when it dies. */
export type LocalNode = {
  name: string
  chainNumber: number
  rpcUrl: string
  /** The process that runs now; undefined while there is none. */
  pid(): number | undefined
  /** Stops the node without forgetting it; requests fail until `resume`. */
  pause(): Promise<void>
  /** Starts a paused node again on the same port, with the chain as it was. */
  resume(): Promise<void>
  /** Ends the node for good; its state is written. */
  stop(): Promise<void>
}

/** A node that died is started again after this; a node that dies at once is given up. */
const restartMs = 200
const fatalDeaths = 3
const graceMs = 5_000
const healthyMs = 10_000

/**
 * Starts an anvil node with one-second blocks in a process group of its own (so that Ctrl-C does
 * not reach it before those who use it have finished) and watches over it.
 *
 * @returns Once the node answers.
 * @throws Error in one sentence: the port is in use, the program is missing, the state cannot be
 *   read.
 */
export async function startNode(options: NodeOptions): Promise<LocalNode> {
  let run = await launch(options, options.port)
  const { port } = run
  let isWanted = true
  let deaths = 0

  function watch(): void {
    const startedMs = performance.now()
    run.child.once('exit', () => {
      if (!isWanted) return
      deaths = performance.now() - startedMs > healthyMs ? 1 : deaths + 1
      if (deaths > fatalDeaths) {
        options.onTrouble(`The node of ${options.name} died ${deaths} times; it stays down.`)
        return
      }
      options.onTrouble(`The node of ${options.name} died and is started again.`)
      setTimeout(() => void revive(), restartMs)
    })
  }

  async function revive(): Promise<void> {
    if (!isWanted) return
    try {
      run = await launch(options, port)
    } catch (error) {
      options.onTrouble(error instanceof Error ? error.message : String(error))
      return
    }
    if (isWanted) watch()
    else await end(run.child)
  }

  async function pause(): Promise<void> {
    isWanted = false
    await end(run.child)
  }

  async function resume(): Promise<void> {
    if (isWanted) return
    isWanted = true
    await revive()
  }

  watch()
  return {
    name: options.name,
    chainNumber: options.chainNumber,
    rpcUrl: `http://127.0.0.1:${port}`,
    pid: () => (isRunning(run.child) ? run.child.pid : undefined),
    pause,
    resume,
    stop: pause,
  }
}

type Run = { child: ChildProcess; port: number }

async function launch(options: NodeOptions, port: number): Promise<Run> {
  const child = spawn(anvilBinary(), argumentsOf(options, port), {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const run = { child, port: await listeningPort(child, { ...options, port }) }
  await silence(run.port)
  return run
}

function argumentsOf(options: NodeOptions, port: number): string[] {
  const settings = {
    host: '127.0.0.1',
    port,
    'chain-id': options.chainNumber,
    hardfork: 'prague',
    'block-time': 1,
    'gas-limit': 60_000_000,
    state: options.stateFile,
    'state-interval': options.stateSeconds,
  }
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
}

/** Waits for the line by which anvil says where it listens. */
function listeningPort(child: ChildProcess, options: NodeOptions): Promise<number> {
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
    child.once('error', reject)
    child.once('exit', () => reject(new Error(explain(complaint, options))))
  })
}

/** What a node's last words mean, in one sentence. */
function explain(complaint: string, { name, port, stateFile }: NodeOptions): string {
  if (/address (already )?in use/i.test(complaint))
    return `The port ${port} for ${name} is in use by another program; end that one or choose another port.`
  if (/permission denied/i.test(complaint))
    return `The node of ${name} may not use ${stateFile} or the port ${port}: permission denied.`
  if (/parse json|--state/i.test(complaint))
    return `The state of ${name} in ${stateFile} cannot be read; "npm run reset" starts the devnet anew.`
  const words = complaint.trim().split('\n').at(0) ?? ''
  return `The node of ${name} did not start${words === '' ? '' : `: ${words}`}.`
}

/** Keeps the node from printing every request. */
async function silence(port: number): Promise<void> {
  await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"anvil_setLoggingEnabled","params":[false]}',
  })
}

/** Asks a process to end, makes it end when it takes too long, and waits. */
async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}
