import { type Client, createClient, custom, type CustomTransport, type PublicRpcSchema } from 'viem'

import { type ChainId, evmChainNumber } from '#protocol/caip.ts'
import { createLanes } from '#protocol/lanes.ts'
import { withBreaker } from '../breaker.ts'
import { ChainUnavailable } from '../ChainUnavailable.ts'
import { fetchPost } from './fetchPost.ts'
import { createRpcBatch, NoAnswer, type Post, type RpcCall } from './rpcBatch.ts'

/** A JSON-RPC client of one EVM chain; viem's actions take its `rpc`. */
export type EvmClient = {
  chainId: ChainId
  /** EIP-155 number. */
  chainNumber: number
  rpc: RpcClient
  /**
   * For simulations of strangers' code, which may take the node as long as its gas allows: two at a
   * time, each in an HTTP request of its own, and what it loses counts against nothing else. Throws
   * `Overloaded` when too many wait.
   */
  trials: RpcClient
}

type RpcClient = Client<CustomTransport, undefined, undefined, PublicRpcSchema>

/** Simulations at a time on one chain. */
const trialLanes = 2

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
 * @param options.mostTrialMs - How long a simulation that waits for others may take in all; 1 s unless
 *   given.
 * @param options.post - Sends requests to that endpoint; by `fetch` unless given.
 * @returns Requests throw `ChainUnavailable` (perhaps underneath viem's own error; find it with
 *   `chainUnavailableIn`) when there is no answer, and viem's RPC errors when the node refuses.
 * @throws Error when the chain is not an EVM chain.
 */
export function createEvmClient(
  chainId: ChainId,
  options: { rpcUrl: string; timeoutMs?: number; mostTrialMs?: number; post?: Post },
): EvmClient {
  const chainNumber = evmChainNumber(chainId)
  if (chainNumber === undefined) throw new Error(`${chainId} is not an EVM chain.`)
  const { rpcUrl, timeoutMs = 2_000, mostTrialMs = 1_000, post = fetchPost(rpcUrl) } = options
  const guarded = withBreaker(chainId, createRpcBatch({ rpcUrl, post, timeoutMs }))
  const alone = createRpcBatch({ rpcUrl, post, timeoutMs, mostCalls: 1, isTriedOnce: true })
  const { run } = createLanes({ lanes: () => trialLanes, mostMs: mostTrialMs })
  return {
    chainId,
    chainNumber,
    rpc: rpcClient(guarded),
    trials: rpcClient((call) => run(() => alone(call).catch((error) => lost(chainId, error)))),
  }
}

function rpcClient(request: (call: RpcCall) => Promise<unknown>): RpcClient {
  return createClient({
    transport: custom({ request }, { retryCount: 0 }),
    pollingInterval: 250,
    cacheTime: 0,
  })
}

/** @throws The error, which names the chain when there was no answer. */
function lost(chainId: ChainId, cause: unknown): never {
  if (!(cause instanceof NoAnswer)) throw cause
  throw new ChainUnavailable(chainId, { reason: cause.message, cause })
}
