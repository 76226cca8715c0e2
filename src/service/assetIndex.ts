import type { Aggregate, Member, Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import {
  type AssetType,
  type ChainId,
  splitAssetType,
  type ChainKind,
  getChainKind,
} from '#protocol/ids/caip.ts'
import { formatAmount } from '#protocol/ids/amount.ts'

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

/** Writes an amount for a person, such as "7.5 ETH". */
export function describeAmount(
  units: bigint,
  { symbol, decimals }: { symbol: string; decimals: number },
): string {
  return `${formatAmount(units, decimals)} ${symbol}`
}

/** The last second that a Date can hold in four digits of a year. */
const lastSecond = 253_402_300_799

/** Writes a time for a person, in UTC. @param seconds - Unix seconds. */
export function describeTime(seconds: bigint | string): string {
  return new Date(Math.min(Number(seconds), lastSecond) * 1000).toISOString()
}

/** Smallest units. */
const nativeReserve: Readonly<Record<ChainKind, bigint>> = { evm: 10n ** 16n, solana: 10n ** 7n }

/**
 * Returns the balance that the solver always keeps, in smallest units: on EVM chains native coins
 * for gas, on Solana (where the executor pays fees) the rent exemption of its wallet, no tokens.
 */
export function getNativeReserve(assetType: AssetType): bigint {
  if (splitAssetType(assetType).namespace !== 'slip44') return 0n
  return nativeReserve[getChainKind(assetType)]
}
