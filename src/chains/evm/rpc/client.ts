import {
  type Client,
  createClient,
  custom,
  type CustomTransport,
  type PublicRpcSchema,
  RpcRequestError,
} from 'viem'

import { type ChainId, getEvmChainNumber } from '#protocol/ids/caip.ts'
import { createFairLimiter } from '#protocol/http/fairLimiter.ts'
import { withBreaker } from '../../rpc/breaker.ts'
import { ChainUnavailableError } from '../../rpc/ChainUnavailableError.ts'
import { failOver } from '../../rpc/failOver.ts'
import { postByFetch } from '../../rpc/postByFetch.ts'
import { createRpcBatch, NoResponseError, type Post, type RpcCall } from '../../rpc/rpcBatch.ts'

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
 * then longer, so that a dead endpoint costs nothing but its own answers. With other endpoints beside it,
 * each is tried once, in their order, within the time that one alone would have for its two tries; before
 * an answer of one counts, it has said that it serves this chain.
 *
 * @param chainId - CAIP-2 id of an EVM chain.
 * @param options.rpcUrl - JSON-RPC endpoint.
 * @param options.otherRpcUrls - Asked where that one gives no answer; none unless given.
 * @param options.timeoutMs - How long one request may take; 2 s unless given.
 * @param options.maxTrialMs - How long a simulation that waits for others may take in all; 1 s unless
 *   given.
 * @param options.post - Makes the sender of requests to an endpoint; by `fetch` unless given.
 * @returns Requests throw `ChainUnavailable` (perhaps underneath viem's own error; find it with
 *   `findChainUnavailableError`) when there is no answer, and viem's RPC errors when the node refuses.
 * @throws Error when the chain is not an EVM chain.
 */
export function createEvmClient(
  chainId: ChainId,
  options: {
    rpcUrl: string
    otherRpcUrls?: readonly string[]
    timeoutMs?: number
    maxTrialMs?: number
    post?: (rpcUrl: string) => Post
  },
): EvmClient {
  const chainNumber = getEvmChainNumber(chainId)
  if (chainNumber === undefined) throw new Error(`${chainId} is not an EVM chain.`)
  const { rpcUrl, otherRpcUrls = [], maxTrialMs = 1_000, post = postByFetch } = options
  const { timeoutMs = 2_000 } = options
  const isAlone = otherRpcUrls.length === 0
  const tryMs = isAlone
    ? timeoutMs
    : Math.ceil(Math.min(timeoutMs, (2 * timeoutMs) / (1 + otherRpcUrls.length)))
  const { run } = createFairLimiter({ slots: () => trialLanes, maxMs: maxTrialMs })
  const endpoints = [rpcUrl, ...otherRpcUrls].map((url) => {
    const how = { rpcUrl: url, post: post(url), timeoutMs: tryMs }
    const batch = createRpcBatch({ ...how, isTriedOnce: !isAlone })
    const guarded = withBreaker(chainId, batch)
    const single = createRpcBatch({ ...how, maxCalls: 1, isTriedOnce: true })
    function tryOut(call: RpcCall): Promise<unknown> {
      return single(call).catch((error) => throwUnavailable(chainId, error))
    }
    const of = { chainId, chainNumber }
    return isAlone
      ? { ask: guarded, tryOut }
      : { ask: checkChainId(guarded, of), tryOut: checkChainId(tryOut, of) }
  })
  const tryOut = failOver(
    chainId,
    endpoints.map((endpoint) => endpoint.tryOut),
  )
  return {
    chainId,
    chainNumber,
    rpc: createRpcClient(
      failOver(
        chainId,
        endpoints.map(({ ask }) => ask),
      ),
    ),
    trials: createRpcClient((call) => run(() => tryOut(call))),
  }
}

type Ask = (call: RpcCall) => Promise<unknown>

/** What a node says that cannot answer now, though the question is good: too many requests. */
const unavailableReason = new Set([-32_005, -32_016, -32_029, -32_429, 429])

/** Asks an endpoint once which chain it serves, together with the first question. */
function checkChainId(
  request: Ask,
  { chainId, chainNumber }: { chainId: ChainId; chainNumber: number },
): Ask {
  let known: Promise<void> | undefined
  return async (call) => {
    known ??= check()
    const [chain, answer] = await Promise.allSettled([known, ask(call)])
    if (chain.status === 'rejected') throw chain.reason
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }

  async function check(): Promise<void> {
    try {
      const served = await ask({ method: 'eth_chainId' })
      if (Number(served) !== chainNumber)
        throw new ChainUnavailableError(chainId, {
          reason: `the provider serves another chain (${String(served).slice(0, 20)})`,
        })
    } catch (error) {
      known = undefined
      throw error
    }
  }

  async function ask(call: RpcCall): Promise<unknown> {
    try {
      return await request(call)
    } catch (error) {
      if (!(error instanceof RpcRequestError) || !unavailableReason.has(error.code)) throw error
      throw new ChainUnavailableError(chainId, { reason: error.details, cause: error })
    }
  }
}

function createRpcClient(request: (call: RpcCall) => Promise<unknown>): RpcClient {
  return createClient({
    transport: custom({ request }, { retryCount: 0 }),
    pollingInterval: 250,
    cacheTime: 0,
  })
}

/** @throws The error, which names the chain when there was no answer. */
function throwUnavailable(chainId: ChainId, cause: unknown): never {
  if (!(cause instanceof NoResponseError)) throw cause
  throw new ChainUnavailableError(chainId, { reason: cause.message, cause })
}
