import { createTestClient, http, publicActions } from 'viem'

/** A client of a local node: reads, and methods that only local nodes have (mine, set balances). */
export type NodeClient = ReturnType<typeof createNodeClient>

/** Creates a client of a local node; requests of one event loop tick are batched. */
export function createNodeClient(rpcUrl: string) {
  const transport = http(rpcUrl, { batch: { wait: 0, batchSize: 200 }, retryCount: 0 })
  return createTestClient({ mode: 'anvil', transport, pollingInterval: 50, cacheTime: 0 }).extend(
    publicActions,
  )
}
