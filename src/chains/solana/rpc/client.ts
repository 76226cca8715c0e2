import type { ChainId } from '#protocol/ids/caip.ts'
import { withBreaker } from '../../rpc/breaker.ts'
import { ChainUnavailableError } from '../../rpc/ChainUnavailableError.ts'
import { postByFetch } from '../../rpc/postByFetch.ts'
import { failOver } from '../../rpc/failOver.ts'
import { createRpcBatch, type Post, type RpcCall } from '../../rpc/rpcBatch.ts'
import { SolanaRpcError } from './SolanaRpcError.ts'

/** A JSON-RPC client of one Solana chain. */
export type SolanaClient = {
  chainId: ChainId
  /**
   * Asks one question; reads of this folder take the client and know the answers' shapes.
   *
   * @throws ChainUnavailable when no provider answers, {@link SolanaRpcError} when one refuses.
   */
  request(call: RpcCall): Promise<unknown>
}

/**
 * What a node says when it cannot answer now, though the question is good: blocks or history that it
 * has not, a node that lies behind or has not come to `minContextSlot`, a fault of its own; too many
 * requests. Source: rpc-client-api, custom_error.rs; the last two as providers use them.
 */
const unavailableReason = new Set([
  -32_004, -32_005, -32_011, -32_014, -32_016, -32_603, -32_429, 429,
])

/**
 * Makes the client of one Solana chain.
 *
 * Requests of one turn of the event loop travel as one HTTP request, and one without an answer is
 * tried once more. A provider that gives none is passed over for the next one, and left alone for a
 * second or longer after three failures in a row. Before its first answer counts, each provider has
 * said that it serves this chain.
 *
 * @param options.rpcUrls - JSON-RPC endpoints, the preferred one first.
 * @param options.genesisHash - Base58: names the cluster. Another one counts as no answer.
 * @param options.timeoutMs - How long one request may take; 2 s unless given.
 * @param options.post - Makes the sender to an endpoint; by `fetch` unless given.
 */
export function createSolanaClient(
  chainId: ChainId,
  options: {
    rpcUrls: readonly string[]
    genesisHash: string
    timeoutMs?: number
    post?: (rpcUrl: string) => Post
  },
): SolanaClient {
  const { rpcUrls, genesisHash, timeoutMs = 2_000, post = postByFetch } = options
  const providers = rpcUrls.map((rpcUrl) => {
    const batch = createRpcBatch({ rpcUrl, post: post(rpcUrl), timeoutMs })
    return checkGenesisHash(withBreaker(chainId, batch), { chainId, genesisHash })
  })
  return {
    chainId,
    request: failOver(chainId, providers),
  }
}

type Ask = (call: RpcCall) => Promise<unknown>

/** Asks a provider once which cluster it serves, together with the first question. */
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
      const refusal = findRpcError(error)
      if (!refusal) throw error
      if (!unavailableReason.has(refusal.code)) throw refusal
      throw new ChainUnavailableError(chainId, { reason: refusal.message, cause: refusal })
    }
  }
}

/** The node's own words; what viem makes of them names the provider's address, which may hold a key. */
function findRpcError(error: unknown): SolanaRpcError | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'number'))
    return undefined
  const message = 'details' in error ? String(error.details) : error.message
  return new SolanaRpcError(error.code, { message, data: 'data' in error ? error.data : undefined })
}
