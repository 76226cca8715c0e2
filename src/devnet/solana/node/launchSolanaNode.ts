import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

import { describeStartError } from '../../node/launchAnvil.ts'
import type { AllowedPages } from '../../node/pageGuard.ts'
import type { NodeRun } from '../../node/superviseNode.ts'
import { bundleNode } from './bundleNode.ts'
import { type FirstAccount, formatAccount } from '../plan/placeAccount.ts'

/** Settings of one Solana node. */
export type SolanaNodeSettings = {
  /** Name of the chain, for messages. */
  name: string
  /** Port on 127.0.0.1; the next one is used too. 0 lets the system choose. */
  port: number
  /** File that keeps the chain; created when missing. */
  stateFile: string
  /** Seconds between two writes of the state file, while there are changes. */
  stateSeconds: number
  /** Identifies the chain: base58 of 32 bytes. */
  genesisHash: string
  /** Slots until a slot is finalized; it is confirmed at once. */
  finalizedSlots: number
  /** Number of transactions kept. */
  keptTransactions: number
  /** Enables methods that move the clock and lose transactions, for tests only. */
  hasTestMethods: boolean
  /** Pages that may query the node; none by default. */
  allowedPages?: AllowedPages | undefined
  /** Accounts present from the start, besides the usual programs. */
  accounts?: readonly FirstAccount[]
}

/** Milliseconds per slot, as on public clusters. */
const slotMs = 400

/**
 * Starts a Solana node in its own process group, so that Ctrl-C does not reach it before its users
 * have finished. It exits when this process is gone.
 *
 * @returns Once it listens.
 * @throws Error in one sentence: the port is in use, the state is unreadable.
 */
export async function launchSolanaNode(settings: SolanaNodeSettings): Promise<NodeRun> {
  const child = spawn(process.execPath, [getProgramFile(), ...buildArguments(settings)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
    env: { NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '', PATH: process.env['PATH'] ?? '' },
  })
  return { child, port: await waitForPort(child, settings) }
}

/** The bundled program: next to this file in a bundle, else built from the sources. */
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
    ...(settings.accounts ?? []).flatMap((account) => ['--account', formatAccount(account)]),
    ...(settings.allowedPages?.origins ?? []).flatMap((origin) => ['--origin', origin]),
    ...(settings.allowedPages?.hosts ?? []).flatMap((host) => ['--host', host]),
    ...(settings.hasTestMethods ? ['--test-methods'] : []),
  ]
}

/** Waits for the message with the node's port. */
function waitForPort(child: ChildProcess, settings: SolanaNodeSettings): Promise<number> {
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2_000)
  })
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      const { port }: { port?: unknown } = Object(message)
      if (typeof port !== 'number') return
      // From here on stderr only has internal errors, which should be seen.
      child.stderr?.pipe(process.stderr)
      resolve(port)
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(describeStartError(output, settings))))
  })
}
