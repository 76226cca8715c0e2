import { request as httpRequest } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Keypair } from '@solana/web3.js'
import { privateKeyToAddress, generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'

import { type Devnet, startDevnet } from '../startDevnet.ts'

/** Origin of the dashboard, whose pages may query the nodes. */
const own = 'http://127.0.0.1:8080'
const kinds = ['anvil', 'the Solana node'] as const
type NodeKind = (typeof kinds)[number]

let devnet: Devnet
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'estuary-pages-'))
  devnet = await startDevnet({
    dataDir: folder,
    chains: '71117001,solana',
    ports: { 71117001: 0, solana: 0 },
    allowedPages: { origins: [own], hosts: ['rpc.example'] },
  })
})
afterAll(async () => {
  await devnet.stop()
  await rm(folder, { recursive: true, force: true })
})

const foreign: [string, Record<string, string>][] = [
  ['a page of another origin', { origin: 'https://evil.example' }],
  [
    'a page that sends plain text',
    { origin: 'https://evil.example', 'content-type': 'text/plain' },
  ],
  ['a page without an origin of its own', { origin: 'null' }],
  ['a page on another port of this machine', { origin: 'http://127.0.0.1:9999' }],
  ['a page whose name begins like ours', { origin: `${own}.evil.example` }],
  ['a page under a name that points here', { host: 'evil.example', origin: 'http://evil.example' }],
  ['a rebound page that says no origin', { host: '127.0.0.1.evil.example' }],
  ['a rebound page that says ours', { host: 'evil.example', origin: own }],
]

const admitted: [string, Record<string, string>][] = [
  ['a program', {}],
  ['a program that says localhost', { host: 'localhost' }],
  ['a program that comes through the public name', { host: 'rpc.example' }],
  ['the dashboard', { origin: own }],
  ['a wallet', { origin: 'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn' }],
]

describe.each(kinds)('of %s', (kind) => {
  test.each(foreign)('%s changes nothing by HTTP', async (_name, headers) => {
    const attack = attackOn(kind)
    const answer = await post(urlOf(kind), { headers, body: attack.body })
    expect(await attack.effect()).toBe(0)
    expect(answer.status).toBe(403)
    expect(answer.allowed).toBeUndefined()
  })

  test.each(foreign)('%s changes nothing by a websocket', async (_name, headers) => {
    const attack = attackOn(kind)
    expect(await askSocket(urlOf(kind), { headers, body: attack.body })).toBe('refused with 403')
    expect(await attack.effect()).toBe(0)
  })

  test.each(admitted)('%s is answered', async (_name, headers) => {
    const body = JSON.stringify(readOf(kind))
    const answer = await post(urlOf(kind), { headers, body })
    expect([answer.status, answer.allowed]).toEqual([200, headers['origin']])
    expect(JSON.parse(answer.text)).toMatchObject({ id: 7, result: expect.anything() })
    expect(await askSocket(urlOf(kind), { headers, body })).toContain('"result"')
  })

  test('a preflight lets our page ask, and no other', async () => {
    const asked = { 'access-control-request-method': 'POST' }
    const ours = await post(urlOf(kind), {
      method: 'OPTIONS',
      headers: { ...asked, origin: own },
      body: '',
    })
    expect([ours.status, ours.allowed]).toEqual([204, own])
    const other = await post(urlOf(kind), {
      method: 'OPTIONS',
      headers: { ...asked, origin: 'https://evil.example' },
      body: '',
    })
    expect([other.status, other.allowed]).toEqual([403, undefined])
  })
})

test('anvil itself gives no page leave to read', async () => {
  const { node } = theChain()
  const url = new URL(node.ownUrl)
  expect(url.port).not.toBe(new URL(node.rpcUrl).port)
  const body = JSON.stringify(readOf('anvil'))
  const answer = await post(node.ownUrl, { headers: { origin: own }, body })
  expect([answer.status, answer.allowed]).toEqual([200, undefined])
})

// Other systems have a single loopback address.
test.runIf(process.platform === 'linux')(
  'anvil itself is not to be found at 127.0.0.1',
  async () => {
    const { port } = new URL(theChain().node.ownUrl)
    const guess = post(`http://127.0.0.1:${port}`, { headers: {}, body: '{}' })
    // Another program may use that port there.
    const found = await guess.then(
      ({ text }) => text,
      () => 'nobody',
    )
    expect(found).not.toContain('jsonrpc')
  },
)

test('while anvil is down its gate ends connections without an answer', async () => {
  const { node } = theChain()
  const body = JSON.stringify(readOf('anvil'))
  await node.pause()
  await expect(post(node.rpcUrl, { headers: {}, body })).rejects.toThrow('socket hang up')
  await node.resume()
  expect((await post(node.rpcUrl, { headers: {}, body })).status).toBe(200)
})

function theChain() {
  const [chain] = devnet.chains
  if (!chain) throw new Error('There is no chain.')
  return chain
}

function urlOf(kind: NodeKind): string {
  const url = kind === 'anvil' ? devnet.rpcUrls[71_117_001] : devnet.solana?.rpcUrl
  if (url === undefined) throw new Error(`${kind} does not run.`)
  return url
}

function readOf(kind: NodeKind) {
  return { jsonrpc: '2.0', id: 7, method: kind === 'anvil' ? 'eth_chainId' : 'getSlot', params: [] }
}

/** A request that funds an address, and how to read whether it took effect. */
function attackOn(kind: NodeKind): { body: string; effect: () => Promise<number> } {
  const id = { jsonrpc: '2.0', id: 1 }
  if (kind === 'anvil') {
    const address = privateKeyToAddress(generatePrivateKey())
    return {
      body: JSON.stringify({ ...id, method: 'anvil_setBalance', params: [address, '0x2a'] }),
      effect: async () => Number(await theChain().client.getBalance({ address })),
    }
  }
  const to = Keypair.generate().publicKey
  return {
    body: JSON.stringify({ ...id, method: 'requestAirdrop', params: [to.toBase58(), 1e9] }),
    effect: async () => (await devnet.solana?.connection.getBalance(to)) ?? Number.NaN,
  }
}

type PageRequest = { method?: string; headers: Record<string, string>; body: string }

function post(url: string, { method = 'POST', headers, body }: PageRequest) {
  return new Promise<{ status: number; allowed: string | undefined; text: string }>(
    (resolve, reject) => {
      const all = { 'content-type': 'application/json', ...headers }
      const request = httpRequest(url, { method, headers: all, agent: false }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            allowed: response.headers['access-control-allow-origin'],
            text,
          }),
        )
      })
      request.on('error', reject)
      request.end(body)
    },
  )
}

/** @returns The first message, or the status with which the websocket was refused. */
function askSocket(url: string, { headers, body }: PageRequest): Promise<string> {
  const { origin, ...rest } = headers
  const options = { headers: rest, ...(origin !== undefined && { origin }) }
  const socket = new WebSocket(url.replace('http:', 'ws:'), options)
  return new Promise((resolve, reject) => {
    socket.on('open', () => socket.send(body))
    socket.on('message', (message: Buffer) => {
      socket.close()
      resolve(message.toString())
    })
    socket.on('unexpected-response', (_request, { statusCode }) => {
      socket.terminate()
      resolve(`refused with ${statusCode}`)
    })
    socket.on('error', reject)
  })
}
