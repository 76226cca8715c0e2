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
import { withBreaker, failOver } from '../../rpc/endpoints.ts'
import { ChainUnavailableError } from '../../rpc/ChainUnavailableError.ts'
import {
  postByFetch,
  createRpcBatch,
  NoResponseError,
  type Post,
  type RpcBatchOptions,
  type RpcCall,
} from '../../rpc/rpcBatch.ts'

/** A JSON-RPC client of one EVM chain; pass `rpc` to viem's actions. */
export type EvmClient = {
  chainId: ChainId
  /** EIP-155 number. */
  chainNumber: number
  rpc: RpcClient
  /**
   * For simulations of third-party code, which may take the node as long as its gas allows: two at
   * a time, each in its own HTTP request. Their failures do not open the circuit breaker. Throws
   * `OverloadedError` if too many are waiting.
   */
  trials: RpcClient
}

type RpcClient = Client<CustomTransport, undefined, undefined, PublicRpcSchema>

/**
 * Methods that run code of strangers whose end nobody knows: each call has an HTTP request of its own, is
 * not tried again, and does not open the circuit breaker, so that nothing else fails with it.
 */
const methodsApart: ReadonlySet<string> = new Set(['eth_estimateGas', 'eth_simulateV1'])

/** Concurrent simulations per chain. */
const trialLanes = 2

/**
 * Creates the client of one EVM chain.
 *
 * Requests made in one turn of the event loop share an HTTP request. A request without a response
 * is retried once; after three consecutive failures the chain is left alone for a second, then for
 * longer each time. If there are other endpoints, each is tried once, in order, within the time a
 * single one has for its two attempts. Where there are others, and where `isChecked` is set, an endpoint's
 * answers only count once it has confirmed its chain id.
 *
 * @param chainId - CAIP-2 id of an EVM chain.
 * @param options.rpcUrl - JSON-RPC endpoint.
 * @param options.otherRpcUrls - Fallback endpoints; none by default.
 * @param options.timeoutMs - Timeout of one request; 2 s by default.
 * @param options.maxTrialMs - Timeout of a simulation, time in the queue included; 1 s by default.
 * @param options.post - Creates the transport of an endpoint; `fetch` by default.
 * @returns A client whose requests throw ChainUnavailableError if there is no response (possibly as
 *   the cause of viem's own error; see `findChainUnavailableError`), and viem's RPC errors if the
 *   node returns one.
 * @throws Error if the chain is not an EVM chain.
 */
export function createEvmClient(
  chainId: ChainId,
  options: {
    rpcUrl: string
    otherRpcUrls?: readonly string[]
    timeoutMs?: number
    maxTrialMs?: number
    post?: (rpcUrl: string) => Post
    /** How many calls share an HTTP request, and whether they are tried once only. */
    batch?: Pick<RpcBatchOptions, 'maxCalls' | 'isTriedOnce'>
    /** Whether a single endpoint must confirm its chain id too; several always must. */
    isChecked?: boolean
  },
): EvmClient {
  const chainNumber = getEvmChainNumber(chainId)
  if (chainNumber === undefined) throw new Error(`${chainId} is not an EVM chain.`)
  const { rpcUrl, otherRpcUrls = [], maxTrialMs = 1_000, post = postByFetch } = options
  const { timeoutMs = 2_000, isChecked = false } = options
  const isAlone = otherRpcUrls.length === 0
  const tryMs = isAlone
    ? timeoutMs
    : Math.ceil(Math.min(timeoutMs, (2 * timeoutMs) / (1 + otherRpcUrls.length)))
  const { run } = createFairLimiter({ slots: () => trialLanes, maxMs: maxTrialMs })
  const endpoints = [rpcUrl, ...otherRpcUrls].map((url) => {
    const how = { rpcUrl: url, post: post(url), timeoutMs: tryMs }
    const batch = createRpcBatch({ ...how, isTriedOnce: !isAlone, ...options.batch })
    const guarded = withBreaker(chainId, batch)
    const single = createRpcBatch({ ...how, maxCalls: 1, isTriedOnce: true })
    function tryOut(call: RpcCall): Promise<unknown> {
      return single(call).catch((error) => throwUnavailable(chainId, error))
    }
    const of = { chainId, chainNumber }
    return isAlone && !isChecked
      ? { ask: guarded, tryOut }
      : { ask: checkChainId(guarded, of), tryOut: checkChainId(tryOut, of) }
  })
  const tryOut = failOver(
    chainId,
    endpoints.map((endpoint) => endpoint.tryOut),
  )
  const ask = failOver(
    chainId,
    endpoints.map((endpoint) => endpoint.ask),
  )
  return {
    chainId,
    chainNumber,
    rpc: createRpcClient((call) => (methodsApart.has(call.method) ? tryOut(call) : ask(call))),
    trials: createRpcClient((call) => run(() => tryOut(call))),
  }
}

type Ask = (call: RpcCall) => Promise<unknown>

/** Error codes of a node that cannot answer a valid request now, mostly rate limits. */
const unavailableReason = new Set([-32_005, -32_016, -32_029, -32_429, 429])

/** Wraps an endpoint so that its chain id is checked once, along with the first request. */
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
          served: Number(served).toString(),
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

/** @throws A ChainUnavailableError if there was no response, otherwise the error itself. */
function throwUnavailable(chainId: ChainId, cause: unknown): never {
  if (!(cause instanceof NoResponseError)) throw cause
  throw new ChainUnavailableError(chainId, { reason: cause.message, cause })
}
