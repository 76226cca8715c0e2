import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

import { describeStartError } from '../../node/launchAnvil.ts'
import type { AllowedPages } from '../../node/pageGuard.ts'
import type { NodeRun } from '../../node/superviseNode.ts'
import { bundleNode } from './bundleNode.ts'
import type { PlacedMint } from '../plan/placeMint.ts'

/** How one Solana node runs. */
export type SolanaNodeSettings = {
  /** What the chain is called, for messages. */
  name: string
  /** Port on 127.0.0.1, which takes the next one too; 0 lets the system choose. */
  port: number
  /** File that keeps the chain; made when absent. */
  stateFile: string
  /** Time between two writes of the state file, while there is something to write. */
  stateSeconds: number
  /** What the chain is known by: base58 of 32 bytes. */
  genesisHash: string
  /** Slots after which a slot is finalized; it is confirmed at once. */
  finalizedSlots: number
  /** Transactions that are remembered. */
  keptTransactions: number
  /** Whether its clock may be moved and its transactions be lost: for tests only. */
  hasTestMethods: boolean
  /** Whose pages it answers; nobody's unless given. */
  visitors?: AllowedPages | undefined
  /** Mints that it has from the start beside the usual programs. */
  mints?: readonly PlacedMint[]
}

/** Milliseconds between two slots, as on public clusters. */
const slotMs = 400

/**
 * Starts a Solana node in a process group of its own: Ctrl-C does not reach it before those who use
 * it have finished. It ends by itself when this process is gone.
 *
 * @returns Once it listens.
 * @throws Error in one sentence: the port is in use, the state cannot be read.
 */
export async function launchSolanaNode(settings: SolanaNodeSettings): Promise<NodeRun> {
  const child = spawn(process.execPath, [getProgramFile(), ...buildArguments(settings)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
    env: { NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '', PATH: process.env['PATH'] ?? '' },
  })
  return { child, port: await waitForPort(child, settings) }
}

/** The program, bundled: it stands beside this one in a bundle, or is made from the sources. */
function getProgramFile(): string {
  const isBundled = !import.meta.filename.endsWith('.ts')
  return isBundled ? join(import.meta.dirname, 'solanaNode.js') : bundleNode()
}

function buildArguments(settings: SolanaNodeSettings): string[] {
  const named = {
    state: settings.stateFile,
    port: settings.port,
    genesis: settings.genesisHash,
    'state-seconds': settings.stateSeconds,
    'slot-ms': slotMs,
    'finalized-slots': settings.finalizedSlots,
    'kept-transactions': settings.keptTransactions,
  }
  return [
    ...Object.entries(named).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ...(settings.mints ?? []).flatMap(({ mint, authority }) => ['--mint', `${mint}:${authority}`]),
    ...(settings.visitors?.origins ?? []).flatMap((origin) => ['--origin', origin]),
    ...(settings.visitors?.hosts ?? []).flatMap((host) => ['--host', host]),
    ...(settings.hasTestMethods ? ['--test-methods'] : []),
  ]
}

/** Waits for the message by which the node says where it listens. */
function waitForPort(child: ChildProcess, settings: SolanaNodeSettings): Promise<number> {
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2_000)
  })
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      const { port }: { port?: unknown } = Object(message)
      if (typeof port !== 'number') return
      // From here on it only speaks of faults of its own, which nobody should miss.
      child.stderr?.pipe(process.stderr)
      resolve(port)
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(describeStartError(complaint, settings))))
  })
}
