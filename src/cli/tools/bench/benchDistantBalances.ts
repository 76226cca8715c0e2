import { getEvmChains } from '#networks/getChain.ts'
import { createServer, connect, type Socket } from 'node:net'

import { createEvmClient } from '#chains/evm/rpc/client.ts'
import { createEvmChain } from '#chains/evm/evmChain.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import type { Network } from '#networks/network.ts'
import { createBalances } from '#service/balances/balances.ts'
import { hashApiKey } from '#service/http/access/apiKeys.ts'
import { createHttp } from '#service/http/http.ts'
import { createMetrics } from '#service/monitoring/metrics.ts'
import { postByNode } from '#service/links/postByNode.ts'
import { createPrices } from '#service/prices/prices.ts'
import { selectEvmPart, generateAddress, createRawMulticalls } from './benchBalances.ts'
import type { BenchRow } from './benchReport.ts'
import { measureMedians } from './benchSample.ts'
import { ask, type BenchService } from './benchService.ts'

/** Simulated round-trip time to the nodes; shorter than to any provider. */
const distanceMs = 5
const warmUps = 20
const runs = 150

/**
 * Measures balances over all chains with a round trip of {@link distanceMs} to every node, as to a
 * provider in the same building. The nodes cost both sides the same CPU time, so the ratio shows
 * whether the service asks all chains at once and only once, and its own overhead. Goal: 1.5 x the
 * slowest chain's raw multicall.
 */
export async function benchDistantBalances(service: BenchService): Promise<BenchRow[]> {
  const { chains, assets } = await selectEvmPart(service)
  const proxies = await Promise.all(chains.map(async ({ rpcUrl }) => startDelayProxy(rpcUrl)))
  const distant = chains.map((chain, index) => ({ ...chain, rpcUrl: proxies[index]?.url ?? '' }))
  const near = await startBalancesServer(buildDevnetAt(distant))
  try {
    const aggregatedAssetId = assets.map((asset) => asset.aggregatedAssetId).join(',')
    const [balances, ...single] = await measureMedians(
      [
        () =>
          ask(near, 'balances', {
            account: `${chains[0]?.chain}:${generateAddress()}`,
            aggregatedAssetId,
          }),
        ...(await createRawMulticalls(distant, assets)),
      ],
      { warmUps, runs },
    )
    const slowest = Math.max(...single)
    return [
      {
        what: `the same with every node ${distanceMs} ms away, p50 of ${runs}`,
        measured: balances ?? 0,
        floor: { what: "the slowest chain's raw multicall from there", value: slowest },
        bar: 1.5 * slowest,
        unit: 'ms',
      },
    ]
  } finally {
    await near.stop()
    for (const proxy of proxies) proxy.stop()
  }
}

/** The devnet's EVM chains with other RPC URLs. */
function buildDevnetAt(chains: readonly { chain: string; rpcUrl: string }[]): Network {
  return {
    ...devnet,
    chains: devnet.chains.map((chain) => ({
      ...chain,
      rpcUrl: chains.find((one) => one.chain === chain.chainId)?.rpcUrl ?? chain.rpcUrl,
    })),
  }
}

/** Serves the balances endpoint of a network, and nothing else, on a free port. */
export async function startBalancesServer(network: Network) {
  const adapters = new Map(
    getEvmChains(network).map((chain) => {
      const { chainId, rpcUrl } = chain
      const client = createEvmClient(chainId, { rpcUrl, post: postByNode })
      return [chainId, createEvmChain(chain, { client, paymasterKey: undefined })]
    }),
  )
  const prices = createPrices({ network, chains: adapters })
  const balances = createBalances({ network, chains: adapters, prices })
  const key = 'bench'
  const app = await createHttp(
    {
      handlers: { balances: ({ query }) => balances.read(query) },
      keys: [{ label: key, sha256: hashApiKey(key), requestsPerSecond: 100_000 }],
      dashboard: { label: 'dashboard', requestsPerSecond: 1 },
      readiness: async () => ({ missing: [], reasons: {} }),
      metrics: createMetrics(),
      log: (event, details) => console.error(event, details),
    },
    {
      publicUrl: 'http://127.0.0.1',
      corsOrigins: [],
      publicRpcUrls: [],
      limits: { anyonePerSecond: 100_000 },
    },
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, key, stop: () => app.close() }
}

/** A TCP proxy to a node that delays everything and keeps the order. */
async function startDelayProxy(target: string): Promise<{ url: string; stop: () => void }> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true })
    for (const socket of [near, far]) {
      sockets.add(socket.setNoDelay(true))
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    near.on('data', (chunk) => setTimeout(() => far.write(chunk), distanceMs / 2))
    far.on('data', (chunk) => setTimeout(() => near.write(chunk), distanceMs / 2))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
