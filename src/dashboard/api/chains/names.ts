import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import type {
  EvmNetworkChain,
  Network,
  NetworkChain,
  SolanaNetworkChain,
} from '#networks/network.ts'
import { type AccountAddress, type ChainId, getEvmChainNumber } from '#protocol/ids/caip.ts'
import { getDirectEvmClient } from './getEvmClient.ts'
import { getDirectSolanaClient } from './getSolanaClient.ts'
import { useRpcUrls } from './rpcUrls.ts'

/**
 * What the chain itself says of a name. `none`: it points to no address. `elsewhere`: this page does not
 * follow where it points. `malformed`: it is none that is looked up. `unreachable`: this browser has no
 * endpoint of the chain but the service's relay, whose word would be the service's, or the names are not
 * on it.
 */
export type NameAnswer =
  | {
      kind: 'address'
      name: string
      address: AccountAddress
      /** Whether it was set for the chain that was asked for, and not for all of its kind. */
      isOfChain: boolean
    }
  | { kind: 'none' | 'elsewhere' | 'malformed' | 'unreachable' }

/** A name as it was typed, the chain that it would be paid on (or several), and the endpoints. */
type Asked = {
  text: string
  chainId: ChainId | undefined
  rpcUrls: ReadonlyMap<ChainId, string>
}

/** Query of what a name points to, read by the own endpoint of the chain that has the names. */
export function nameOptions(
  network: Network,
  of: {
    text: string | undefined
    namesChain: NetworkChain | undefined
    chainId: ChainId | undefined
    rpcUrls: ReadonlyMap<ChainId, string> | undefined
  },
) {
  const { text, namesChain, chainId, rpcUrls } = of
  return queryOptions({
    queryKey: ['name', network.name, namesChain?.chainId, text, chainId],
    queryFn:
      namesChain && text !== undefined && rpcUrls
        ? () =>
            namesChain.kind === 'evm'
              ? readEnsName(namesChain, { text, chainId, rpcUrls })
              : readSnsName(namesChain, { text, chainId, rpcUrls })
        : skipToken,
    staleTime: 60_000,
    retry: 1,
  })
}

/** {@link nameOptions}; nothing is asked while `text` is undefined. */
export function useName(
  network: Network,
  of: {
    text: string | undefined
    namesChain: NetworkChain | undefined
    chainId: ChainId | undefined
  },
) {
  const rpcUrls = useRpcUrls(network, { isNeeded: of.text !== undefined })
  return useQuery(nameOptions(network, { ...of, rpcUrls }))
}

async function readEnsName(chain: EvmNetworkChain, of: Asked): Promise<NameAnswer> {
  const { ensUniversalResolver: resolver } = chain
  const client = getDirectEvmClient(chain, of.rpcUrls)
  if (!client || !resolver) return { kind: 'unreachable' }
  // The rules of names are large: loaded with the first one.
  const { normalizeName, readEnsAddress } = await import('#chains/evm/names/readEnsAddress.ts')
  const name = normalizeName(of.text)
  if (name === undefined) return { kind: 'malformed' }
  const chainNumber = of.chainId && getEvmChainNumber(of.chainId)
  const answer = await readEnsAddress(client, { resolver, name, chainNumber })
  if (answer.kind === 'noResolver') return { kind: 'unreachable' }
  return answer.kind === 'address' ? { ...answer, name } : { kind: answer.kind }
}

async function readSnsName(chain: SolanaNetworkChain, of: Asked): Promise<NameAnswer> {
  const { snsProgram: program } = chain
  const rpcUrl = of.rpcUrls.get(chain.chainId) ?? chain.rpcUrl
  const client = await getDirectSolanaClient({ chain, rpcUrl })
  if (!client || !program) return { kind: 'unreachable' }
  const { normalizeSnsName, readSnsAddress } =
    await import('#chains/solana/names/readSnsAddress.ts')
  const name = normalizeSnsName(of.text)
  if (name === undefined) return { kind: 'malformed' }
  const answer = await readSnsAddress(client, { program, name })
  return answer.kind === 'address' ? { ...answer, name, isOfChain: false } : answer
}
