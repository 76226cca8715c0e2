import type { Network } from '#networks/network.ts'
import { rescale, toUnits } from '#protocol/ids/amount.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { type AssetType, type ChainId, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import { type ChainIdentity, buildUnknownChain } from '#dashboard/components/flow/chainIdentity.ts'

/** An asset on one chain that can be paid with or received. */
export type ChainChoice = {
  assetId: AssetType
  aggregatedAssetId: string
  chain: ChainIdentity
  chainId: ChainId
  symbol: string
  name: string
  decimals: number
  /** What is held of it; undefined when that is not known. */
  units: bigint | undefined
  valueUsd: number | undefined
}

/** An aggregated asset with its chains. */
export type AssetChoice = {
  assetId: string
  symbol: string
  name: string
  decimals: number
  units: bigint | undefined
  valueUsd: number | undefined
  members: readonly ChainChoice[]
}

/** What was chosen: an aggregate, or one of its members. */
export type ChosenAsset = { asset: AssetChoice; only: ChainChoice | undefined }

/**
 * Every asset of the network, with what the account holds of it. Names and decimals come from the
 * bundle, amounts and values from balances as `recomputeBalances` leaves them; a chain that could not be read leaves its amounts unknown.
 */
export function buildAssetChoices(
  network: Network,
  known: {
    balances: BalanceRecord | undefined
    chains: ReadonlyMap<string, ChainIdentity>
  },
): readonly AssetChoice[] {
  const { balances, chains } = known
  return network.aggregates.map(({ aggregatedAssetId, symbol, name, decimals, members }) => {
    const held = balances?.balanceByAggregatedAsset.find(
      (one) => one.aggregatedAssetId === aggregatedAssetId,
    )
    const places = members.map((member): ChainChoice => {
      const { chainId } = splitAssetType(member.assetType)
      const own = held?.individualAssetBalances.find(({ assetType }) =>
        isSameAsset(assetType, member.assetType),
      )
      const isRead = held !== undefined && !balances?.unavailableChains?.includes(chainId)
      const isPriced = !balances?.unpricedAssets?.some((one) => isSameAsset(one, member.assetType))
      return {
        assetId: member.assetType,
        aggregatedAssetId,
        chainId,
        chain: chains.get(chainId) ?? buildUnknownChain(chainId),
        symbol: member.symbol,
        name: member.name,
        decimals: member.decimals,
        units: isRead ? toUnits(own?.balance ?? '0') : undefined,
        valueUsd: isRead && isPriced ? (own?.fiatValue ?? 0) : undefined,
      }
    })
    // Nothing was read of what is on silent chains alone: that is no balance of 0.
    const isKnown = places.some(({ units }) => units !== undefined)
    return {
      assetId: aggregatedAssetId,
      symbol,
      name,
      decimals,
      units: held && isKnown ? toUnits(held.balance) : undefined,
      valueUsd: places.some(({ valueUsd }) => valueUsd !== undefined) ? held?.fiatValue : undefined,
      members: places.toSorted((a, b) => (b.valueUsd ?? 0) - (a.valueUsd ?? 0)),
    }
  })
}

/** The choice that an id names; undefined when the network does not have it. */
export function findChoice(
  choices: readonly AssetChoice[],
  assetId: string,
): ChosenAsset | undefined {
  for (const asset of choices) {
    if (asset.assetId === assetId) return { asset, only: undefined }
    const only = asset.members.find(
      (member) => member.assetId.toLowerCase() === assetId.toLowerCase(),
    )
    if (only) return { asset, only }
  }
  return undefined
}

/** The id, ticker, decimals and holding of what was chosen. */
export function getChosenAsset({ asset, only }: ChosenAsset): AssetChoice | ChainChoice {
  return only ?? asset
}

/** US dollars per whole token by what is held; undefined when nothing is held to tell it by. */
export function getHeldPriceUsd({ asset }: ChosenAsset): number | undefined {
  if (asset.units === undefined || asset.units === 0n || !asset.valueUsd) return undefined
  const whole = Number(rescale(asset.units, { from: asset.decimals, to: 9 })) / 1e9
  return whole === 0 ? undefined : asset.valueUsd / whole
}
