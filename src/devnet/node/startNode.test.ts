import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { findProcessesNaming } from '#testing/harness/product.ts'
import { createNodeClient } from './nodeClient.ts'
import { lockState } from './nodeLock.ts'
import { isAlive } from './processes.ts'
import { startGatedNode } from './startGatedNode.ts'
import { type LocalNode, type NodeOptions, startNode } from './startNode.ts'

let folder: string
let troubles: string[]
let nodes: LocalNode[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'estuary-node-'))
  troubles = []
  nodes = []
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await rm(folder, { recursive: true, force: true })
})

test('a node that is killed comes back on the same address, with the chain it had saved', async () => {
  const node = await start()
  const client = createNodeClient(node.rpcUrl)
  await client.setBalance({ address: anyone, value: 42n })
  await client.mine({ blocks: 1 })
  await node.pause()
  await node.resume()
  const pid = node.pid()
  if (pid === undefined) throw new Error('The node does not run.')
  process.kill(pid, 'SIGKILL')
  await untilAnswers(node, pid)
  expect(node.pid()).not.toBe(pid)
  expect(await client.getBalance({ address: anyone })).toBe(42n)
  expect(troubles).toEqual(['The node of Firth died and is started again.'])
})

test('it mines a block every second by itself', async () => {
  const node = await start()
  const client = createNodeClient(node.rpcUrl)
  const first = await readBlock(client)
  await expect
    .poll(() => client.getBlockNumber({ cacheTime: 0 }))
    .toBeGreaterThanOrEqual(first.number + 3n)
  const last = await readBlock(client)
  // Both were read between request and response, so a block may have just come or be due.
  const passedMs = Number(last.number - first.number) * 1_000
  expect(passedMs).toBeGreaterThan(last.askedMs - first.answeredMs - 1_500)
  expect(passedMs).toBeLessThan(last.answeredMs - first.askedMs + 1_500)
})

test('a paused node refuses connections, and stays down until it is resumed', async () => {
  const node = await start()
  await node.pause()
  await expect(createNodeClient(node.rpcUrl).getBlockNumber()).rejects.toThrow(
    'HTTP request failed',
  )
  expect(node.pid()).toBeUndefined()
  await node.resume()
  expect(await createNodeClient(node.rpcUrl).getBlockNumber()).toBeGreaterThanOrEqual(0n)
  expect(troubles).toEqual([])
})

test('a node whose port was taken meanwhile comes back once the port is free', async () => {
  const node = await start()
  await node.pause()
  const { server } = await occupy(node.port)
  await node.resume()
  expect(troubles).toEqual([describeTaken(node.port)])
  server.close()
  await untilAnswers(node)
  expect(troubles).toHaveLength(1)
})

test('a node whose use of the state cannot be noted is ended, not left behind', async () => {
  const node = await start()
  await node.pause()
  const lock = join(folder, 'firth.json.lock')
  await rm(lock)
  await mkdir(lock)
  await node.resume()
  expect(troubles).toHaveLength(1)
  await rm(lock, { recursive: true })
  await untilAnswers(node)
  expect(findProcessesNaming([folder])).toHaveLength(1)
})

test('a node that waits for its port can be stopped', async () => {
  const node = await start()
  await node.pause()
  const { server } = await occupy(node.port)
  try {
    await node.resume()
    expect(troubles).toHaveLength(1)
    await node.stop()
    expect(node.pid()).toBeUndefined()
  } finally {
    server.close()
  }
})

test('a port in use is said in one sentence', async () => {
  const { server, port } = await occupy()
  try {
    await expect(start({ port })).rejects.toThrow(describeTaken(port))
  } finally {
    server.close()
  }
})

test('a port in use is said of a gate too, and no node is left behind it', async () => {
  const { server, port } = await occupy()
  const allowedPages = { origins: [], hosts: [] }
  try {
    await expect(startGatedNode({ ...usual(), port, allowedPages })).rejects.toThrow(
      describeTaken(port),
    )
    // Its state is no longer in use: another node can take it.
    expect((await start()).pid()).toBeGreaterThan(0)
  } finally {
    server.close()
  }
})

test('a state that cannot be read is said in one sentence', async () => {
  await writeFile(join(folder, 'firth.json'), 'garbage')
  await expect(start()).rejects.toThrow(
    /^The state of Firth in \S+ cannot be read; "npm run reset"/,
  )
})

test('a folder in the place of a state is said in one sentence', async () => {
  await mkdir(join(folder, 'firth.json'))
  await expect(start()).rejects.toThrow(/^The state of Firth in \S+ cannot be read; /)
})

test('a devnet that runs already is said in one sentence', async () => {
  await start()
  await expect(start()).rejects.toThrow(
    new RegExp(`is running already \\(process ${process.pid}\\)`),
  )
})

test('a node that outlived its program is ended, and its chain goes on', async () => {
  const old = await start()
  const client = createNodeClient(old.rpcUrl)
  await client.setBalance({ address: anyone, value: 43n })
  await client.mine({ blocks: 1 })
  const pid = old.pid()
  if (pid === undefined) throw new Error('The node does not run.')
  disown(pid)
  const node = await start()
  expect(isAlive(pid)).toBe(false)
  expect(await createNodeClient(node.rpcUrl).getBalance({ address: anyone })).toBe(43n)
})

test('no process is left when a node was stopped', async () => {
  const node = await start()
  const pid = node.pid()
  await node.stop()
  expect(pid !== undefined && isAlive(pid)).toBe(false)
})

const anyone = '0x00000000000000000000000000000000000A11cE'

async function start(options: Partial<NodeOptions> = {}): Promise<LocalNode> {
  const node = await startNode({ ...usual(), ...options })
  nodes.push(node)
  return node
}

function usual(): NodeOptions {
  return {
    name: 'Firth',
    chainNumber: 71_117_001,
    port: 0,
    stateFile: join(folder, 'firth.json'),
    stateSeconds: 60,
    keptStates: 8,
    blockMs: 1_000,
    offsetMs: 0,
    onWarning: (sentence) => troubles.push(sentence),
  }
}

/** Makes the lock say that the node's program is gone, as after SIGKILL. */
function disown(pid: number): void {
  const real = Object.getOwnPropertyDescriptor(process, 'pid')
  Object.defineProperty(process, 'pid', { value: 2 ** 30, configurable: true })
  lockState(join(folder, 'firth.json'), pid)
  if (real) Object.defineProperty(process, 'pid', real)
}

function describeTaken(port: number): string {
  return `The port ${port} for Firth is in use by another program; end that one or choose another port.`
}

async function occupy(wantedPort = 0): Promise<{ server: Server; port: number }> {
  const server = createServer()
  server.listen(wantedPort, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return { server, port: address.port }
}

async function untilAnswers(node: LocalNode, diedPid?: number): Promise<void> {
  const client = createNodeClient(node.rpcUrl)
  await expect
    .poll(async () => {
      const isBack = node.pid() !== diedPid && node.pid() !== undefined
      return isBack && (await client.getChainId().then(Boolean, () => false))
    })
    .toBe(true)
}

async function readBlock(client: ReturnType<typeof createNodeClient>) {
  const askedMs = performance.now()
  const number = await client.getBlockNumber({ cacheTime: 0 })
  return { number, askedMs, answeredMs: performance.now() }
}
