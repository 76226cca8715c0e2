import { getEvmChains, getSolanaChains } from './getChain.ts'
import { type ChainId, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Deployment } from '#protocol/service/deployment.ts'
import type { Network } from './network.ts'

/**
 * Returns the deployment that a network was built from, the inverse of `buildMirrorNetwork`;
 * undefined for fixed addresses. Second feeds and those of currencies are
 * left out: only the service reads them.
 */
export function toDeployment(network: Network): Deployment | undefined {
  if (network.name === 'devnet') return undefined
  const clusters = getSolanaChains(network)
  return {
    roles: network.roles,
    chains: getEvmChains(network).map(({ chainId, contracts }) => ({
      chainId,
      contracts,
      feeds: getFeeds(network, chainId),
      pools: network.pools
        .filter((pool) => pool.chainId === chainId)
        .map(({ pool, fee, tokens: [a, b] }) => ({
          pool,
          fee,
          tokens: [getAddress(a), getAddress(b)],
        })),
    })),
    ...(clusters.length > 0 && {
      solana: clusters.map(({ chainId, genesisHash, program, upgradeAuthority, roles }) => {
        const named = upgradeAuthority === undefined ? {} : { upgradeAuthority }
        return { chainId, genesisHash, program, ...named, roles }
      }),
    }),
  }
}

/** Price feeds of a chain by ticker, the part of an aggregate's id after its prefix. */
function getFeeds({ aggregates }: Network, chainId: ChainId): Record<string, EvmAddress> {
  return Object.fromEntries(
    aggregates.flatMap(({ aggregatedAssetId, members }) => {
      const member = members.find(({ assetType, feedChainId }) => {
        return (feedChainId ?? splitAssetType(assetType).chainId) === chainId
      })
      return member ? [[aggregatedAssetId.split(':')[1] ?? '', member.feed]] : []
    }),
  )
}

function getAddress(assetType: Network['pools'][number]['tokens'][number]): EvmAddress {
  return EvmAddress.parse(splitAssetType(assetType).reference)
}
