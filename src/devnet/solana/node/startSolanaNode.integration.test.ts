import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Connection, Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { getAssociatedTokenAddress } from '#chains/solana/program/addresses.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { occupyPort } from '#testing/devnet/occupyPort.ts'
import { isAlive } from '../../node/processes.ts'
import { deploySolana } from '../deploy/deploySolana.ts'
import { transferSolana } from '../funds/transferSolana.ts'
import { sendSigned } from '../deploy/sendConfirmed.ts'
import { deriveSolanaKey, type SolanaMint } from '../plan/solanaKeys.ts'
import { solanaTokens } from '../plan/mintInstructions.ts'
import {
  closeWebSocket,
  type SolanaNode,
  type SolanaNodeOptions,
  startSolanaNode,
} from './startSolanaNode.ts'

let folder: string
let troubles: string[]
let nodes: SolanaNode[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'estuary-solana-'))
  troubles = []
  nodes = []
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await rm(folder, { recursive: true, force: true })
})

test('a chain goes on where it was: accounts, tokens, history and slots', async () => {
  const node = await start()
  const connection = connectionTo(node)
  await deploySolana(connection)
  const owner = Keypair.generate().publicKey
  const [signature = ''] = await transferSolana(connection, {
    to: owner,
    transfers: [{ asset: 'usdc', units: 5n }],
  })
  const slot = await connection.getSlot()
  await node.stop()
  const again = connectionTo(await start())
  const { value } = await again.getTokenAccountBalance(accountOf(owner, 'usdc'))
  expect(value.amount).toBe('5')
  const landed = await again.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
  expect(landed?.meta?.err).toBeNull()
  expect((await again.getSignaturesForAddress(owner)).map((one) => one.signature)).toEqual([
    signature,
  ])
  expect(await again.getSlot()).toBeGreaterThanOrEqual(slot)
})

test('what was deployed still runs after a restart', async () => {
  const node = await start()
  await deploySolana(connectionTo(node))
  await node.stop()
  const again = connectionTo(await start())
  const owner = Keypair.generate().publicKey
  await transferSolana(again, { to: owner, transfers: [{ asset: 'token2022', units: 9n }] })
  const account = accountOf(owner, 'token2022')
  expect((await again.getTokenAccountBalance(account)).value.amount).toBe('9')
})

test('a node that is killed comes back on the same address, with the chain it had saved', async () => {
  const node = await start()
  const connection = connectionTo(node)
  const someone = Keypair.generate().publicKey
  await connection.requestAirdrop(someone, 5_000_000)
  await node.pause()
  await node.resume()
  const { blockhash } = await connection.getLatestBlockhash()
  await kill(node)
  expect(await connection.getBalance(someone)).toBe(5_000_000)
  expect((await connection.isBlockhashValid(blockhash)).value).toBe(true)
  expect(troubles).toEqual(['The node of Reef died and is started again.'])
})

test('what a killed node had not saved is undone, and the same bytes land again', async () => {
  const node = await start()
  const connection = connectionTo(node)
  const someone = Keypair.generate().publicKey
  const signature = await connection.requestAirdrop(someone, 5_000_000)
  const landed = await connection.getTransaction(signature, {
    commitment: 'confirmed',
    maxSupportedTransactionVersion: 0,
  })
  if (!landed) throw new Error('The airdrop did not land.')
  const bytes = await bytesOf(node, signature)
  await kill(node)
  expect(await connection.getBalance(someone)).toBe(0)
  expect((await connection.getSignatureStatus(signature)).value).toBeNull()
  expect(await connection.sendEncodedTransaction(bytes, { preflightCommitment: 'processed' })).toBe(
    signature,
  )
  expect(await connection.getBalance(someone)).toBe(5_000_000)
})

test('it saves while it runs', async () => {
  const node = await start({ stateSeconds: 0.2 })
  const connection = connectionTo(node)
  const someone = Keypair.generate().publicKey
  await connection.requestAirdrop(someone, 5_000_000)
  await wait(1_000)
  await kill(node)
  expect(await connection.getBalance(someone)).toBe(5_000_000)
})

test('a subscription outlives a restart of the node', async () => {
  const node = await start()
  const connection = connectionTo(node)
  const someone = Keypair.generate()
  await connection.requestAirdrop(someone.publicKey, 500_000_000)
  const notified = new Promise<number>((resolve) => {
    connection.onAccountChange(
      someone.publicKey,
      ({ lamports }) => {
        if (lamports < 500_000_000) resolve(lamports)
      },
      { commitment: 'confirmed' },
    )
  })
  await node.pause()
  await node.resume()
  const stops = new AbortController()
  const spending = spendOften(connection, someone, stops.signal)
  expect(await notified).toBeLessThan(500_000_000)
  stops.abort()
  await spending
  // Else it would try to connect again for as long as this worker lives.
  closeWebSocket(connection)
})

test('a paused node refuses connections, and stays down until it is resumed', async () => {
  const node = await start()
  await node.pause()
  await expect(fetch(node.rpcUrl)).rejects.toThrow('fetch failed')
  expect(node.pid()).toBeUndefined()
  await node.resume()
  expect(await connectionTo(node).getSlot()).toBeGreaterThan(0)
  expect(troubles).toEqual([])
})

test.each([0, 1])(
  'a port in use is said in one sentence, %i after the wanted one',
  async (after) => {
    const { port, free } = await occupyPort()
    await expect(start({ port: port - after })).rejects.toThrow(
      `The port ${port} for Reef is in use by another program; end that one or choose another port.`,
    )
    await free()
  },
)

test('a state that cannot be read is said in one sentence', async () => {
  await writeFile(join(folder, 'reef'), 'garbage')
  await expect(start()).rejects.toThrow(/^The state of Reef in \S+ cannot be read; "npm run reset"/)
})

test('a devnet that runs already is said in one sentence', async () => {
  await start()
  await expect(start()).rejects.toThrow(
    new RegExp(`is running already \\(process ${process.pid}\\)`),
  )
})

test('it listens on this machine only', async () => {
  const node = await start()
  const others = Object.values((await import('node:os')).networkInterfaces()).flatMap((list) =>
    (list ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal),
  )
  for (const { address } of others)
    await expect(fetch(`http://${address}:${node.port}/health`)).rejects.toThrow('fetch failed')
  expect(await (await fetch(`${node.rpcUrl}/health`)).text()).toBe('ok')
})

test('no process is left when a node was stopped', async () => {
  const node = await start()
  const pid = node.pid()
  await node.stop()
  expect(pid !== undefined && isAlive(pid)).toBe(false)
})

test('a node ends by itself, its chain saved, when the program that started it is killed', async () => {
  const loader = createRequire(import.meta.url).resolve('tsx')
  const script = [
    `const { startSolanaNode } = await import(${JSON.stringify(join(import.meta.dirname, 'startSolanaNode.ts'))})`,
    `const node = await startSolanaNode({ ...${JSON.stringify(settings())}, onWarning() {} })`,
    `console.log(JSON.stringify({ pid: node.pid(), rpcUrl: node.rpcUrl }))`,
  ].join('\n')
  const owner = spawn(
    process.execPath,
    ['--import', loader, '--input-type=module', '--eval', script],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = await once(owner.stdout, 'data')
  const { pid, rpcUrl } = JSON.parse(String(line))
  const someone = Keypair.generate().publicKey
  await new Connection(rpcUrl, 'confirmed').requestAirdrop(someone, 5_000_000)
  owner.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(await connectionTo(await start()).getBalance(someone)).toBe(5_000_000)
})

function settings() {
  return {
    name: 'Reef',
    port: 0,
    stateFile: join(folder, 'reef'),
    stateSeconds: 60,
    genesisHash: devnetSolana.genesisHash,
    finalizedSlots: 0,
    keptTransactions: 100,
    hasTestMethods: false,
  }
}

async function start(options: Partial<SolanaNodeOptions> = {}): Promise<SolanaNode> {
  const node = await startSolanaNode({
    ...settings(),
    onWarning: (sentence) => troubles.push(sentence),
    ...options,
  })
  nodes.push(node)
  return node
}

function accountOf(owner: PublicKey, name: SolanaMint): PublicKey {
  return new PublicKey(getAssociatedTokenAddress(owner.toBase58(), solanaTokens[name]))
}

function connectionTo(node: SolanaNode): Connection {
  return new Connection(node.rpcUrl, 'confirmed')
}

/** Kills the node's process and waits for the next one to answer. */
async function kill(node: SolanaNode): Promise<void> {
  const died = node.pid()
  if (died === undefined) throw new Error('The node does not run.')
  process.kill(died, 'SIGKILL')
  await expect
    .poll(async () => node.pid() !== undefined && node.pid() !== died && (await answers(node)))
    .toBe(true)
}

function answers(node: SolanaNode): Promise<boolean> {
  return fetch(`${node.rpcUrl}/health`).then(
    () => true,
    () => false,
  )
}

async function bytesOf(node: SolanaNode, signature: string): Promise<string> {
  const params = [
    signature,
    { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
  ]
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTransaction', params })
  const response = await fetch(node.rpcUrl, { method: 'POST', body })
  return String((await response.json()).result.transaction[0])
}

async function spendOften(
  connection: Connection,
  someone: Keypair,
  signal: AbortSignal,
): Promise<void> {
  // Equal transfers within one slot would be one transaction.
  for (let lamports = 1_000_000; !signal.aborted; lamports += 1) {
    const move = SystemProgram.transfer({
      fromPubkey: someone.publicKey,
      toPubkey: deriveSolanaKey('payee').publicKey,
      lamports,
    })
    await sendSigned(connection, { signers: [someone], instructions: [move] })
    await wait(200)
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
