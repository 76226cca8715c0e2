import { type Client, createClient, custom, type CustomTransport, type PublicRpcSchema } from 'viem'

import { type ChainId, evmChainNumber } from '#protocol/caip.ts'
import { withBreaker } from '../breaker.ts'
import { fetchPost } from './fetchPost.ts'
import { createRpcBatch, type Post } from './rpcBatch.ts'

/** A JSON-RPC client of one EVM chain; viem's actions take its `rpc`. */
export type EvmClient = {
  chainId: ChainId
  /** EIP-155 number. */
  chainNumber: number
  rpc: Client<CustomTransport, undefined, undefined, PublicRpcSchema>
}

/**
 * Makes the client of one EVM chain.
 *
 * Requests of one turn of the event loop travel as one HTTP request. A request that fails for lack
 * of an answer is tried once more; after three failures in a row the chain is left alone for a second,
 * then longer, so that a dead endpoint costs nothing but its own answers.
 *
 * @param chainId - CAIP-2 id of an EVM chain.
 * @param options.rpcUrl - JSON-RPC endpoint.
 * @param options.timeoutMs - How long one request may take; 2 s unless given.
 * @param options.post - Sends requests to that endpoint; by `fetch` unless given.
 * @returns Requests throw `ChainUnavailable` (perhaps underneath viem's own error; find it with
 *   `chainUnavailableIn`) when there is no answer, and viem's RPC errors when the node refuses.
 * @throws Error when the chain is not an EVM chain.
 */
export function createEvmClient(
  chainId: ChainId,
  options: { rpcUrl: string; timeoutMs?: number; post?: Post },
): EvmClient {
  const chainNumber = evmChainNumber(chainId)
  if (chainNumber === undefined) throw new Error(`${chainId} is not an EVM chain.`)
  const { rpcUrl, timeoutMs = 2_000, post = fetchPost(rpcUrl) } = options
  const guarded = withBreaker(chainId, createRpcBatch({ rpcUrl, post, timeoutMs }))
  return {
    chainId,
    chainNumber,
    rpc: createClient({
      transport: custom({ request: guarded }, { retryCount: 0 }),
      pollingInterval: 250,
      cacheTime: 0,
    }),
  }
}
