import { hangMs } from '#testing/hangMs.ts'
import { createHash } from 'node:crypto'
import { connect, createServer, type Server, type Socket } from 'node:net'

import { findFreePort } from '#cli/start/settings/ports.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { startTestDevnet, type TestDevnet } from '../devnet/startTestDevnet.ts'
import { type Config, readConfig } from '#service/config/config.ts'
import { type Service, startService } from '#service/roles/service.ts'
import type { DevnetParts } from '#service/roles/startApi.ts'
import type { Storage } from '#service/storage/database.ts'
import { startTestDatabase } from './database.ts'

export { findFreePort as freePort }

/** The whole service on real nodes and a real database, for tests over HTTP. */
export type TestService = {
  url: string
  devnet: TestDevnet
  /** The database, not through the proxy of `cutDatabase`. */
  storage: Storage
  /** Requests a path with the devnet's API key; POST if there is a body. */
  ask: (path: string, body?: unknown) => Promise<Response>
  /** The same configuration with changes. */
  getConfig: (changes: Record<string, string>) => Config
  /** Closes all database connections and refuses new ones until `restore`. */
  cutDatabase: () => Promise<{ restore: () => Promise<void> }>
  stop: () => Promise<void>
}

const apiKey = 'estuary-devnet'

/**
 * Starts a devnet, a database behind a proxy, and the service with all of its roles.
 *
 * @param devnetParts - Creates the devnet's endpoints; none are served without it.
 */
export async function startTestService(
  more: Record<string, string> = {},
  devnetParts?: (routes: TestDevnet['routes']) => DevnetParts,
): Promise<TestService> {
  const [devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  const proxy = await startProxy(Number(new URL(database.databaseUrl).port))
  const databaseUrl = new URL(database.databaseUrl)
  databaseUrl.port = String(proxy.port)
  const port = await findFreePort('127.0.0.1')
  function getConfig(changes: Record<string, string>): Config {
    return buildTestConfig(devnet, {
      DATABASE_URL: databaseUrl.href,
      PORT: String(port),
      ...changes,
    })
  }
  const service: Service = await startService(
    getConfig(more),
    devnetParts && { devnet: devnetParts(devnet.routes) },
  )
  const { url = '' } = service
  return {
    url,
    devnet,
    storage: database.storage,
    getConfig,
    ask: (path, body) =>
      fetch(`${url}${path}`, {
        headers: {
          'x-api-key': apiKey,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      }),
    cutDatabase: () => proxy.cut(),
    async stop() {
      await service.stop()
      await proxy.stop()
      await Promise.all([devnet.stop(), database.stop()])
    },
  }
}

function buildTestConfig(devnet: TestDevnet, more: Record<string, string>): Config {
  const rpcUrls = devnet.chains.map(({ number, rpcUrl }) => [`RPC_URL_${number}`, rpcUrl])
  return readConfig({
    CHAINS: devnet.chains.map(({ number }) => number).join(','),
    ROLES: 'api,worker,attestor',
    LOG_LEVEL: 'silent',
    // On a slow machine quotes wait instead of being refused.
    QUOTE_WAIT_MS: String(hangMs),
    EXECUTOR_EVM_KEY: devnetKeys.executor,
    SOLVER_EVM_KEY: devnetKeys.solver,
    COSIGNER_KEY: devnetKeys.cosigner,
    PAYMASTER_KEY: devnetKeys.paymasterSigner,
    ATTESTOR_EVM_KEY: devnetKeys.attestor,
    QUOTE_KEY: `0x${createHash('sha256').update('a test quote key').digest('hex')}`,
    API_KEY: apiKey,
    RECORD_ANSWERS: process.env['RECORD_ANSWERS'],
    ...Object.fromEntries(rpcUrls),
    ...more,
  })
}

/** A TCP proxy that can be cut. */
async function startProxy(target: number) {
  const sockets = new Set<Socket>()
  function forward(client: Socket): void {
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      // Closing one side closes the other, whatever the reason.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  }
  let server = createServer(forward)
  const port = await listen(server, 0)
  async function stop(): Promise<void> {
    const closed = close(server)
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    port,
    stop,
    async cut() {
      await stop()
      return {
        async restore() {
          server = createServer(forward)
          await listen(server, port)
        },
      }
    },
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}
