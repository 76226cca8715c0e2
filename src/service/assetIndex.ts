import type { Aggregate, Member, Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { type AssetType, type ChainId, splitAssetType } from '#protocol/ids/caip.ts'

/** An asset on one chain, with its aggregate. */
export type Asset = Member & { chainId: ChainId; aggregate: Aggregate }

/** Lookup of a network's assets by id, chain or aggregate. */
export type AssetIndex = {
  /** Returns an asset, ignoring the case of EVM addresses; undefined when unknown. */
  find(assetType: AssetType): Asset | undefined
  /** Returns the members of an aggregate in network order; undefined when unknown. */
  getMembers(aggregatedAssetId: string): readonly Asset[] | undefined
  /** Returns the assets of a chain in network order. */
  findOnChain(chainId: ChainId): readonly Asset[]
}

/** Creates the index of a network's assets. */
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

/** Returns an asset type in canonical form for map keys: EVM in lower case, base58 unchanged. */
export function toAssetKey(assetType: string): string {
  const slash = assetType.indexOf(':', assetType.indexOf('/'))
  return assetType.slice(0, slash + 1) + toAddressKey(assetType.slice(slash + 1))
}

function groupBy<key>(assets: readonly Asset[], keyOf: (asset: Asset) => key) {
  const groups = new Map<key, Asset[]>()
  for (const asset of assets) groups.set(keyOf(asset), [...(groups.get(keyOf(asset)) ?? []), asset])
  return groups
}
