import { chainUnavailableIn } from '#chains/rpc/ChainUnavailable.ts'
import { readRefusal } from '#chains/evm/errors/readRefusal.ts'
import { SolanaRefusal } from '#chains/solana/rpc/SolanaRefusal.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { RpcAnswer, RpcError, RpcRelay } from '../http/rpc/rpcRoutes.ts'
import type { Links } from '../links/links.ts'

/** Asks the chains for visitors, by the clients that this process has for its own reading. */
export function createRelays(
  links: Pick<Links, 'clients' | 'solanaClients'>,
  /** Takes keys and addresses of providers out of a text. */
  conceal: (text: string) => string,
): ReadonlyMap<ChainId, RpcRelay> {
  return new Map<ChainId, RpcRelay>([
    ...links.clients.map(({ chain, reads }) => {
      const { request } = reads.rpc
      return [chain.chainId, relayOf((call) => Reflect.apply(request, undefined, [call]))] as const
    }),
    ...links.solanaClients.map(({ chain, client }) => {
      return [chain.chainId, relayOf((call) => client.request(call))] as const
    }),
  ])

  function relayOf(
    ask: (call: Parameters<RpcRelay>[0]) => Promise<unknown>,
  ): (call: Parameters<RpcRelay>[0]) => Promise<RpcAnswer> {
    return async (call) => {
      try {
        return { result: await ask(call) }
      } catch (error) {
        if (chainUnavailableIn(error)) return undefined
        const said = refusalIn(error)
        if (!said) throw error
        return { error: { ...said, message: conceal(said.message) } }
      }
    }
  }
}

function refusalIn(error: unknown): RpcError | undefined {
  const said = error instanceof SolanaRefusal ? error : readRefusal(error)
  if (!said) return undefined
  const { code, message, data } = said
  return { code, message, ...(data === undefined ? {} : { data }) }
}
