import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import { readNodeError } from '#chains/evm/rpc/nodeErrors.ts'
import { SolanaRpcError } from '#chains/solana/rpc/client.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { isSlowMethod } from '../http/rpc/rpcMethods.ts'
import type { RpcAnswer, RpcErrorObject, RpcRelay } from '../http/rpc/rpcRoutes.ts'
import type { Links } from '../links/links.ts'

/**
 * Creates the relays of the chains for dashboard visitors, over clients of their own: what their calls
 * run keeps nothing of the service waiting. Source: security rule 38.
 */
export function createRelays(
  links: Pick<Links, 'clients' | 'solanaClients'>,
  /** Redacts keys and provider URLs in a text. */
  conceal: (text: string) => string,
): ReadonlyMap<ChainId, RpcRelay> {
  return new Map<ChainId, RpcRelay>([
    ...links.clients.map(({ chain, visitors: { rpc, trials } }) => {
      const relay = getRelay((call) => {
        const { request } = isSlowMethod(call.method) ? trials : rpc
        return Reflect.apply(request, undefined, [call])
      })
      return [chain.chainId, relay] as const
    }),
    ...links.solanaClients.map(({ chain, visitors }) => {
      return [chain.chainId, getRelay((call) => visitors.request(call))] as const
    }),
  ])

  function getRelay(
    ask: (call: Parameters<RpcRelay>[0]) => Promise<unknown>,
  ): (call: Parameters<RpcRelay>[0]) => Promise<RpcAnswer> {
    return async (call) => {
      try {
        return { result: await ask(call) }
      } catch (error) {
        if (findChainUnavailableError(error)) return undefined
        const said = findRpcError(error)
        if (!said) throw error
        return { error: { ...said, message: conceal(said.message) } }
      }
    }
  }
}

function findRpcError(error: unknown): RpcErrorObject | undefined {
  const said = error instanceof SolanaRpcError ? error : readNodeError(error)
  if (!said) return undefined
  const { code, message, data } = said
  return { code, message, ...(data === undefined ? {} : { data }) }
}
