import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A running Estuary: its address and how to end it and all it started. */
export type Product = { url: string; stop: () => Promise<void> }

const readyWithinMs = 180_000
const stopsWithinMs = 20_000

/**
 * Starts the product as `npm start` does, on free ports and with a data folder of its own.
 * @throws Error with everything it printed when it ends or is not ready in time.
 */
export async function startProduct(): Promise<Product> {
  const port = await freePort()
  const dataFolder = mkdtempSync(join(tmpdir(), 'estuary-e2e-'))
  const child = spawn(resolve('node_modules/.bin/tsx'), ['src/cli/start.ts'], {
    env: { ...process.env, ...(await environment(port)), DATA_DIR: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  const url = `http://127.0.0.1:${port}`
  try {
    await waitUntilReady(child, url)
  } catch (error) {
    await stopChild(child)
    rmSync(dataFolder, { recursive: true, force: true })
    throw new Error(`The product did not start.\n${output.join('')}`, { cause: error })
  }
  async function stop(): Promise<void> {
    await stopChild(child)
    rmSync(dataFolder, { recursive: true, force: true })
  }
  return { url, stop }
}

/** A port of its own for the service; the devnet's nodes take free ones by themselves. */
async function environment(port: number): Promise<Record<string, string>> {
  return { PORT: String(port), DEVNET_PORTS: (await freePorts(3)).join(',') }
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const endsAt = Date.now() + readyWithinMs
  while (Date.now() < endsAt) {
    if (child.exitCode !== null) throw new Error(`It ended with exit code ${child.exitCode}`)
    if (await isReady(url)) return
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error(`${url}/readyz was not 200 within ${readyWithinMs / 1000} s`)
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopsWithinMs)
  await ended
  clearTimeout(timer)
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenAnywhere))
  await Promise.all(servers.map(({ close }) => close()))
  return servers.map(({ port }) => port)
}

async function freePort(): Promise<number> {
  const { port, close } = await listenAnywhere()
  await close()
  return port
}

function listenAnywhere(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer()
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      done({ port, close: () => new Promise((closed) => server.close(() => closed())) })
    })
  })
}
