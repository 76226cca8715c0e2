import type { Network } from '#networks/network.ts'
import { rescale, toUnits } from '#protocol/ids/amount.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { type AssetType, type ChainId, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { UnlistedName } from '#dashboard/api/chains/unlistedTokens.ts'
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
  /** Balance; undefined if not known. */
  units: bigint | undefined
  valueUsd: number | undefined
  /** The network file does not list it: its names are its contract's own. */
  isUnlisted?: true
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

/** The chosen aggregate, and its member if only one chain is chosen. */
export type ChosenAsset = { asset: AssetChoice; only: ChainChoice | undefined }

/**
 * Returns every asset of the network with the user's balance. Names and decimals come from the
 * bundle, amounts and values from recomputed balances; amounts on unread chains are unknown.
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
    const chainChoices = members.map((member): ChainChoice => {
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
    // If none of its chains could be read, the balance is unknown, not 0.
    const isKnown = chainChoices.some(({ units }) => units !== undefined)
    return {
      assetId: aggregatedAssetId,
      symbol,
      name,
      decimals,
      units: held && isKnown ? toUnits(held.balance) : undefined,
      valueUsd: chainChoices.some(({ valueUsd }) => valueUsd !== undefined)
        ? held?.fiatValue
        : undefined,
      members: chainChoices,
    }
  })
}

/** A token that no list names as a choice of its own, on its one chain. */
export function buildUnlistedChoice(
  { assetType, decimals, symbol, name }: UnlistedName,
  known: { units: bigint | undefined; chains: ReadonlyMap<string, ChainIdentity> },
): AssetChoice {
  const { units, chains } = known
  const { chainId } = splitAssetType(assetType)
  // Its own symbol may be that of a listed asset, so that only its address identifies it.
  const asset = { symbol, name, decimals, units, valueUsd: undefined }
  const member: ChainChoice = {
    ...asset,
    assetId: assetType,
    aggregatedAssetId: assetType,
    chainId,
    chain: chains.get(chainId) ?? buildUnknownChain(chainId),
    isUnlisted: true,
  }
  return { ...asset, assetId: assetType, members: [member] }
}

/** Finds the choice with an id; undefined if the network does not have it. */
export function findChoice(
  choices: readonly AssetChoice[],
  assetId: string,
): ChosenAsset | undefined {
  for (const asset of choices) {
    if (asset.assetId === assetId && !isUnlistedChoice(asset)) return { asset, only: undefined }
    const only = asset.members.find(
      (member) => member.assetId.toLowerCase() === assetId.toLowerCase(),
    )
    if (only) return { asset, only }
  }
  return undefined
}

/** Whether no list names an asset; it is on one chain then. */
export function isUnlistedChoice({ members }: AssetChoice): boolean {
  return members.some(({ isUnlisted }) => isUnlisted)
}

/** Returns the chosen member, or the aggregate. */
export function getChosenAsset({ asset, only }: ChosenAsset): AssetChoice | ChainChoice {
  return only ?? asset
}

/** Whether nothing is held of any asset; false while one of them is not known. */
export function isNothingHeld(choices: readonly AssetChoice[]): boolean {
  return choices.every(({ members }) => members.every(({ units }) => units === 0n))
}

/** Returns US dollars per whole token, derived from the balance; undefined without one. */
export function getHeldPriceUsd({ asset }: ChosenAsset): number | undefined {
  if (asset.units === undefined || asset.units === 0n || !asset.valueUsd) return undefined
  const whole = Number(rescale(asset.units, { from: asset.decimals, to: 9 })) / 1e9
  return whole === 0 ? undefined : asset.valueUsd / whole
}

/** Returns the chains of the chosen asset: one if it is chosen, else all. */
export function getChains(chosen: ChosenAsset | undefined): readonly ChainId[] {
  if (!chosen) return []
  return (chosen.only ? [chosen.only] : chosen.asset.members).map(({ chainId }) => chainId)
}
