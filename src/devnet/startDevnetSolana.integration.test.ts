import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { Keypair } from '@solana/web3.js'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { occupyPort } from '#testing/devnet/occupyPort.ts'
import { isAlive } from './node/processes.ts'
import { type Devnet, type DevnetOptions, startDevnet } from './startDevnet.ts'

const chains = '71117001,solana'
const ports = { 71_117_001: 0, solana: 0 }
let dataDir: string
let running: Devnet[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'estuary-data-'))
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((devnet) => devnet.stop()))
  await rm(dataDir, { recursive: true, force: true })
})

test('a second start continues the cluster where it was and makes nothing again', async () => {
  const first = await start()
  const to = Keypair.generate().publicKey
  const faucet = first.routes.find(({ path }) => path === '/api/devnet/faucet')
  await faucet?.handle({ body: { address: to.toBase58() }, params: {}, query: {} })
  const count = await first.solana?.connection.getTransactionCount()
  await first.stop()
  const second = await start()
  expect(await second.solana?.connection.getBalance(to)).toBe(10_000_000_000)
  expect(await second.solana?.connection.getTransactionCount()).toBe(count)
  expect(second.network.chains.map(({ rpcUrl }) => rpcUrl)).toEqual([
    second.chains[0]?.rpcUrl,
    second.solana?.rpcUrl,
  ])
})

test('without being asked for it does not run', async () => {
  const devnet = await startDevnet({ dataDir, chains: '71117001', ports })
  running.push(devnet)
  expect([devnet.solana, devnet.installation.solanaKeys]).toEqual([undefined, undefined])
  expect(existsSync(join(dataDir, 'devnet', 'reef.state'))).toBe(false)
})

test('when an EVM chain cannot start, the cluster is ended and one sentence says why', async () => {
  await start().then((devnet) => devnet.stop())
  await writeFile(join(dataDir, 'devnet', 'firth.json'), 'garbage')
  expect(await outcomeOf({ ports })).toMatch(/^Error: The state of Firth in .* cannot be read/)
  expect(existsSync(lockOf('reef.state'))).toBe(false)
})

test('when the cluster cannot start, the EVM chains are ended and one sentence says why', async () => {
  await start().then((devnet) => devnet.stop())
  await writeFile(join(dataDir, 'devnet', 'reef.state'), 'garbage')
  expect(await outcomeOf({ ports })).toMatch(/^Error: The state of Reef in .* cannot be read/)
  expect(existsSync(lockOf('firth.json'))).toBe(false)
})

test.each([
  ['its port', 0],
  ['the next one, which its websocket takes', 1],
])('it says in one sentence that %s is in use', async (_, after) => {
  const { port, free } = await occupyPort()
  expect(await outcomeOf({ ports: { ...ports, solana: port - after } })).toContain(
    `The port ${port} for Reef is in use by another program`,
  )
  await free()
  expect(existsSync(lockOf('firth.json'))).toBe(false)
})

test('a start that is called off while programs are deployed ends its node, and the next one goes on', async () => {
  const stop = new AbortController()
  const outcome = outcomeOf({ ports, signal: stop.signal })
  const locks = ['firth.json', 'reef.state'].map(lockOf)
  while (!locks.every((lock) => existsSync(lock))) await nextTurn()
  const pids = locks.map((lock) => Number(readFileSync(lock, 'utf8').split(' ')[0]))
  stop.abort(new Error('called off'))
  expect(await outcome).toBe('Error: called off')
  expect(pids.map(isAlive)).toEqual([false, false])
  expect((await start()).solana?.node.pid()).toBeGreaterThan(0)
})

async function start(): Promise<Devnet> {
  const devnet = await startDevnet({ dataDir, chains, ports })
  running.push(devnet)
  return devnet
}

/** Outcome of a start: `started`, or the error's message. */
function outcomeOf(options: Pick<DevnetOptions, 'ports' | 'signal'>): Promise<string> {
  return startDevnet({ dataDir, chains, ...options }).then(() => 'started', String)
}

function lockOf(stateFile: string): string {
  return join(dataDir, 'devnet', `${stateFile}.lock`)
}
