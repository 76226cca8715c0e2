import {
  type Client,
  createClient,
  custom,
  type CustomTransport,
  type EIP1193Parameters,
  type PublicRpcSchema,
} from 'viem'

import { type ChainId, evmChainNumber } from '#protocol/caip.ts'
import { ChainUnavailable } from '../ChainUnavailable.ts'
import { fetchPost } from './fetchPost.ts'
import { createRpcBatch, NoAnswer, type Post } from './rpcBatch.ts'

/** A JSON-RPC client of one EVM chain; viem's actions take its `rpc`. */
export type EvmClient = {
  chainId: ChainId
  /** EIP-155 number. */
  chainNumber: number
  rpc: Client<CustomTransport, undefined, undefined, PublicRpcSchema>
}

/** Failures in a row after which a chain is left alone; how long at first, and at most. */
const breaker = { failures: 3, restMs: 1_000, mostRestMs: 8_000 }

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
 * @returns Requests throw {@link ChainUnavailable} (perhaps underneath viem's own error; find it with
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
  const guarded = guard(chainId, createRpcBatch({ rpcUrl, post, timeoutMs }))
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

/**
 * Wraps a request function with the breaker, and names the chain in the error. After a rest one
 * request tries the chain; the others go on without it until that one has an answer.
 */
function guard(chainId: ChainId, request: (args: EIP1193Parameters) => Promise<unknown>) {
  let failures = 0
  let failedAtMs = 0
  let restUntilMs = 0
  return async (args: EIP1193Parameters) => {
    const askedAtMs = performance.now()
    if (askedAtMs < restUntilMs)
      throw new ChainUnavailable(chainId, { reason: 'it failed several times in a row' })
    if (failures >= breaker.failures) rest()
    try {
      const answer = await request(args)
      failures = 0
      restUntilMs = 0
      return answer
    } catch (cause) {
      if (!(cause instanceof NoAnswer)) throw cause
      fail(askedAtMs)
      throw new ChainUnavailable(chainId, { reason: cause.message, cause })
    }
  }

  /** Requests that were under way together failed for one cause and count once. */
  function fail(askedAtMs: number): void {
    if (askedAtMs < failedAtMs) return
    failures += 1
    failedAtMs = performance.now()
    if (failures >= breaker.failures) rest()
  }

  function rest(): void {
    const longer = breaker.restMs * 2 ** (failures - breaker.failures)
    restUntilMs = performance.now() + Math.min(longer, breaker.mostRestMs)
  }
}
