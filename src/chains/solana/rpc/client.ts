import type { ChainId } from '#protocol/ids/caip.ts'
import { withBreaker, failOver } from '../../rpc/endpoints.ts'
import { ChainUnavailableError } from '../../rpc/ChainUnavailableError.ts'
import {
  postByFetch,
  createRpcBatch,
  type Post,
  type RpcBatchOptions,
  type RpcCall,
} from '../../rpc/rpcBatch.ts'

/** Error that a Solana node answered a request with: its JSON-RPC code and data. */
export class SolanaRpcError extends Error {
  override readonly name = 'SolanaRpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, { message, data }: { message: string; data: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** A JSON-RPC client of one Solana chain. */
export type SolanaClient = {
  chainId: ChainId
  /**
   * Sends one request. The readers in this folder wrap it and know the response shapes.
   *
   * @throws ChainUnavailableError without an answer, {@link SolanaRpcError} for an error response.
   */
  request(call: RpcCall): Promise<unknown>
}

/**
 * Errors of a node that cannot answer a valid request now: missing blocks or history, a node that
 * lags or has not reached `minContextSlot`, an internal error, too many requests. Source:
 * rpc-client-api, custom_error.rs; the last two as providers use them.
 */
const unavailableReason = new Set([
  -32_004, -32_005, -32_011, -32_014, -32_016, -32_603, -32_429, 429,
])

/**
 * Creates the client of one Solana chain.
 *
 * Requests of one event loop tick share one HTTP request; one without an answer is retried once. A
 * provider that does not answer is skipped in favour of the next, and after three failures in a row
 * it is not used for a second or longer. A provider's answers count only after it has confirmed
 * which chain it serves.
 *
 * @param options.rpcUrls - JSON-RPC endpoints, the preferred one first.
 * @param options.genesisHash - Base58; identifies the cluster. Others count as not answering.
 * @param options.timeoutMs - Timeout of one request; 2 s by default.
 * @param options.post - Creates the sender to an endpoint; uses `fetch` by default.
 */
export function createSolanaClient(
  chainId: ChainId,
  options: {
    rpcUrls: readonly string[]
    genesisHash: string
    timeoutMs?: number
    post?: (rpcUrl: string) => Post
    /** How many calls share an HTTP request, and whether they are tried once only. */
    batch?: Pick<RpcBatchOptions, 'maxCalls' | 'isTriedOnce'>
  },
): SolanaClient {
  const { rpcUrls, genesisHash, timeoutMs = 2_000, post = postByFetch } = options
  const providers = rpcUrls.map((rpcUrl) => {
    const batch = createRpcBatch({ rpcUrl, post: post(rpcUrl), timeoutMs, ...options.batch })
    return checkGenesisHash(withBreaker(chainId, batch), { chainId, genesisHash })
  })
  return {
    chainId,
    request: failOver(chainId, providers),
  }
}

type Ask = (call: RpcCall) => Promise<unknown>

/** Asks a provider once for its genesis hash, in the same batch as the first request. */
function checkGenesisHash(
  request: Ask,
  { chainId, genesisHash }: { chainId: ChainId; genesisHash: string },
): Ask {
  let known: Promise<void> | undefined
  return async (call) => {
    known ??= check()
    const [cluster, answer] = await Promise.allSettled([known, ask(call)])
    if (cluster.status === 'rejected') throw cluster.reason
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }

  async function check(): Promise<void> {
    try {
      const served = await ask({ method: 'getGenesisHash' })
      if (served !== genesisHash)
        throw new ChainUnavailableError(chainId, {
          reason: `the provider serves another cluster (genesis ${String(served)})`,
          served: String(served).slice(0, 44),
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
      const rpcError = findRpcError(error)
      if (!rpcError) throw error
      if (!unavailableReason.has(rpcError.code)) throw rpcError
      throw new ChainUnavailableError(chainId, { reason: rpcError.message, cause: rpcError })
    }
  }
}

/** The node's own message; viem's would contain the provider's URL, which may hold an API key. */
function findRpcError(error: unknown): SolanaRpcError | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'number'))
    return undefined
  const message = 'details' in error ? String(error.details) : error.message
  return new SolanaRpcError(error.code, { message, data: 'data' in error ? error.data : undefined })
}
