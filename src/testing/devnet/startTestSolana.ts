import { rmSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Connection, type PublicKey } from '@solana/web3.js'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { DeliveryMode } from '#devnet/solana/bank/bank.ts'
import { deploySolana } from '#devnet/solana/deploy/deploySolana.ts'
import { transferSolana, type SolanaTransfer } from '#devnet/solana/funds/transferSolana.ts'
import {
  closeWebSocket,
  type SolanaNode,
  type SolanaNodeOptions,
  startSolanaNode,
} from '#devnet/solana/node/startSolanaNode.ts'
import { provisionSolana } from '#devnet/solana/startSolana.ts'

/** A Solana chain for one test file. */
export type TestSolana = {
  node: SolanaNode
  /** The node's state folder. */
  folder: string
  /** Commitment `confirmed`. */
  connection: Connection
  /** Funds an address; resolves once the assets are there. */
  give(to: PublicKey, transfers: readonly SolanaTransfer[]): Promise<string[]>
  /** Advances the clock that programs read. */
  increaseTime(seconds: number): Promise<void>
  /** Skips slots: 151 of them expire every blockhash. */
  advanceSlots(slots: number): Promise<void>
  /** `drop` loses the transactions that the node accepts, `hold` keeps them until `land`. */
  setDelivery(delivery: DeliveryMode): Promise<void>
  /** Warnings that the node reported. */
  warnings: readonly string[]
  /** Stops the node and deletes its state. */
  stop(): Promise<void>
}

/** Folder with the provisioned state, created once per test process. */
let provisionedFolder: Promise<string> | undefined

/**
 * Starts a fresh Solana chain with its mints, on free ports; takes about two seconds. Nothing is
 * shared, so tests may move its clock and kill its process.
 *
 * @param options - Options that differ from the devnet's.
 */
export async function startTestSolana(
  options: Partial<SolanaNodeOptions> = {},
): Promise<TestSolana> {
  const solana = await startIn(await openFolder(), options)
  await deploySolana(solana.connection)
  return solana
}

/**
 * Like {@link startTestSolana}, with the escrow program, its attestor and funded service keys;
 * takes half a second, longer the first time.
 */
export async function startProvisionedSolana(
  options: Partial<SolanaNodeOptions> = {},
): Promise<TestSolana> {
  provisionedFolder ??= provisionOnce()
  const folder = await openFolder()
  await cp(await provisionedFolder, folder, { recursive: true })
  const solana = await startIn(folder, options)
  // A node killed while it stopped wrote less state; create what is missing.
  await provisionSolana(solana.connection)
  return solana
}

/** @returns Folder with the state of the chain. */
async function provisionOnce(): Promise<string> {
  const solana = await startTestSolana()
  await provisionSolana(solana.connection)
  const folder = await openFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // A node writes its state when it stops.
  await solana.node.stop()
  await cp(solana.folder, folder, { recursive: true })
  await solana.stop()
  return folder
}

function openFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'estuary-solana-'))
}

async function startIn(folder: string, options: Partial<SolanaNodeOptions>): Promise<TestSolana> {
  const warnings: string[] = []
  const node = await startSolanaNode({
    name: devnetSolana.name,
    port: 0,
    stateFile: join(folder, 'reef'),
    stateSeconds: 60,
    genesisHash: devnetSolana.genesisHash,
    finalizedSlots: 4,
    keptTransactions: 20_000,
    hasTestMethods: true,
    onWarning: (sentence) => warnings.push(sentence),
    ...options,
  })
  const connection = new Connection(node.rpcUrl, 'confirmed')
  return {
    node,
    folder,
    connection,
    warnings,
    give: (to, transfers) => transferSolana(connection, { to, transfers }),
    increaseTime: (seconds) => ask(node, { method: 'svm_increaseTime', param: seconds }),
    advanceSlots: (slots) => ask(node, { method: 'svm_advanceSlots', param: slots }),
    setDelivery: (delivery) => ask(node, { method: 'svm_setDelivery', param: delivery }),
    async stop() {
      closeWebSocket(connection)
      await node.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Calls a method that no real cluster has. */
async function ask(
  { rpcUrl }: SolanaNode,
  { method, param }: { method: string; param: number | string },
): Promise<void> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [param] }),
  })
  const { error }: { error?: { message?: unknown } } = Object(await response.json())
  if (error) throw new Error(`${method}: ${String(error.message)}`)
}
