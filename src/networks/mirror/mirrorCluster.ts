import { type ChainId, toEvmChainId } from '#protocol/ids/caip.ts'
import type { Deployment } from '#protocol/service/deployment.ts'
import { mirrorSolana } from './mirrorChains.ts'
import type { Member, SolanaNetworkChain } from '../network.ts'

/** A Solana cluster as a chain of a network, with its assets by the ticker of their aggregate. */
export type Cluster = {
  chain: SolanaNetworkChain
  members: Readonly<Record<string, readonly Member[]>>
}

const maxAgeSeconds = 3_600

/**
 * The Solana cluster of a deployment of the mirror; undefined when it has none.
 *
 * @throws Error when it is not the one that the mirror knows, or nothing prices its assets.
 */
export function buildMirrorCluster({ chains, solana = [] }: Deployment): Cluster | undefined {
  const [deployed, another] = solana
  if (!deployed) return undefined
  const { chainId, genesisHash, program, upgradeAuthority, roles } = deployed
  if (genesisHash !== mirrorSolana.genesisHash || another)
    throw new Error(`The mirror has no cluster ${(another ?? deployed).chainId} beside its own.`)
  const feedChainId: ChainId = toEvmChainId(mirrorSolana.feedChainNumber)
  const feeds = chains.find((chain) => chain.chainId === feedChainId)?.feeds
  const chain: SolanaNetworkChain = {
    kind: 'solana',
    chainId,
    genesisHash,
    name: mirrorSolana.name,
    isTestnet: false,
    nativeAsset: `${chainId}/slip44:501`,
    depth: 1,
    blockMs: 400,
    finalitySeconds: 13,
    rpcUrl: `http://127.0.0.1:${mirrorSolana.port}`,
    program,
    ...(upgradeAuthority !== undefined && { upgradeAuthority }),
    snsProgram: mirrorSolana.snsProgram,
    roles,
  }
  return { chain, members: { sol: [getSol()], usdc: [getToken('usdc')], usdt: [getToken('usdt')] } }

  function getSol(): Member {
    const kind = { name: 'Solana', symbol: 'SOL', decimals: 9 }
    return { assetType: chain.nativeAsset, ...kind, ...pricedBy('sol') }
  }

  function getToken(ticker: 'usdc' | 'usdt'): Member {
    const name = ticker === 'usdc' ? 'USD Coin' : 'Tether USD'
    const kind = { name, symbol: ticker.toUpperCase(), decimals: 6 }
    return {
      assetType: `${chainId}/token:${mirrorSolana.mints[ticker]}`,
      ...kind,
      ...pricedBy(ticker),
    }
  }

  function pricedBy(ticker: string): Pick<Member, 'feed' | 'feedChainId' | 'maxAgeSeconds'> {
    const feed = feeds?.[ticker]
    if (!feed)
      throw new Error(
        `${feedChainId} of the mirror has no feed that prices ${ticker} on ${chainId}.`,
      )
    return { feed, feedChainId, maxAgeSeconds }
  }
}
