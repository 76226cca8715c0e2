import type { Aggregate, Member, Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { type AssetType, type ChainId, splitAssetType } from '#protocol/ids/caip.ts'

/** One asset on one chain, with the aggregate it belongs to. */
export type Asset = Member & { chainId: ChainId; aggregate: Aggregate }

/** Finds assets of a network by id, chain or aggregate. */
export type AssetIndex = {
  /** The asset of this type, whatever the case of its EVM address; undefined when unknown. */
  find(assetType: AssetType): Asset | undefined
  /** The members of an aggregate, in the network's order; undefined when unknown. */
  getMembers(aggregatedAssetId: string): readonly Asset[] | undefined
  /** The assets of one chain, in the network's order. */
  findOnChain(chainId: ChainId): readonly Asset[]
}

/** Makes the index of a network's assets. */
export function indexAssets(network: Network): AssetIndex {
  const assets = network.aggregates.flatMap((aggregate) =>
    aggregate.members.map((member): Asset => {
      const { chainId } = splitAssetType(member.assetType)
      return { ...member, chainId, aggregate }
    }),
  )
  const byKey = new Map(assets.map((asset) => [toAssetKey(asset.assetType), asset]))
  const byAggregate = groupBy(assets, ({ aggregate }) => aggregate.aggregatedAssetId)
  const byChain = groupBy(assets, ({ chainId }) => chainId)
  return {
    find: (assetType) => byKey.get(toAssetKey(assetType)),
    getMembers: (aggregatedAssetId) => byAggregate.get(aggregatedAssetId),
    findOnChain: (chainId) => byChain.get(chainId) ?? [],
  }
}

/** One spelling per asset, for keys of maps: EVM references lower case, base58 as it is. */
export function toAssetKey(assetType: string): string {
  const slash = assetType.indexOf(':', assetType.indexOf('/'))
  return assetType.slice(0, slash + 1) + toAddressKey(assetType.slice(slash + 1))
}

function groupBy<key>(assets: readonly Asset[], keyOf: (asset: Asset) => key) {
  const groups = new Map<key, Asset[]>()
  for (const asset of assets) groups.set(keyOf(asset), [...(groups.get(keyOf(asset)) ?? []), asset])
  return groups
}
