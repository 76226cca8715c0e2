import { rescale, toUnits } from '#protocol/ids/amount.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { type AssetType, type ChainId, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { AssetRecord } from '#protocol/service/assets.ts'
import type { VaultBalance } from '../../api/chains/vaults.ts'
import { type ChainIdentity, buildUnknownChain } from '../../components/flow/chainIdentity.ts'
import type { ChainTotal } from '../../components/flow/ChainTotalsHero.tsx'
import { sumShown } from '../../components/amounts/worth.ts'
import { translate } from '../../language/translate.ts'

/** Balance of one asset on one chain. */
export type HoldingPart = {
  chain: ChainIdentity
  assetType: AssetType
  symbol: string
  name: string
  decimals: number
  units: bigint
  /** Undefined without a fresh price. */
  valueUsd: number | undefined
  /** Deposited in the chain's vault: it has to be withdrawn before it can be spent. */
  vaulted?: VaultBalance
}

/** Balance of one aggregated asset. */
export type Holding = {
  id: string
  symbol: string
  name: string
  decimals: number
  units: bigint
  /** Sum of the parts' values as shown; undefined if none of them has a fresh price. */
  valueUsd: number | undefined
  /** In the order of the chains; only nonzero balances. */
  parts: readonly HoldingPart[]
  /** Chains of this asset that could not be read; the sums do not include them. */
  unknownOn: readonly ChainIdentity[]
}

/** All balances of the accounts, as the page shows them. */
export type Holdings = {
  /** Sum of all parts' values as shown; undefined if none of them has a fresh price. */
  totalUsd: number | undefined
  byChain: readonly ChainTotal[]
  /** Largest value first. */
  assets: readonly Holding[]
  unavailable: readonly ChainIdentity[]
  /** Amounts that are held and have no fresh price; their value is not in the sums. */
  unpricedCount: number
  /** Other chains whose vaults did not answer; what is in them is not in the sums. */
  vaultsUnknownOn: readonly ChainIdentity[]
}

/** Combines a balance record with the assets' names and the chains' identities. */
export function toHoldings(
  record: BalanceRecord,
  known: {
    assets: readonly AssetRecord[]
    chains: ReadonlyMap<string, ChainIdentity>
    vaults?: readonly VaultBalance[]
    silentVaults?: readonly ChainId[]
  },
): Holdings {
  const chains = [...known.chains.values()]
  const unavailable = chains.filter(
    ({ chain }) => record.unavailableChains?.some((other) => other === chain) === true,
  )
  const assets = record.balanceByAggregatedAsset
    .flatMap((balance) => {
      const asset = known.assets.find(
        ({ aggregatedAssetId }) => aggregatedAssetId === balance.aggregatedAssetId,
      )
      return asset ? [toHolding({ balance, asset, record, unavailable }, known.chains)] : []
    })
    .concat(toVaultHoldings(known))
    .toSorted((a, b) => (b.valueUsd ?? 0) - (a.valueUsd ?? 0))
  const parts = assets.flatMap((asset) => asset.parts)
  return {
    ...sumParts(parts),
    byChain: chains.map((chain) => ({
      chain,
      valueUsd: unavailable.some((other) => other.chain === chain.chain)
        ? undefined
        : sumIfPriced(parts.filter((part) => part.chain.chain === chain.chain)),
    })),
    assets,
    unavailable,
    vaultsUnknownOn: chains.filter(
      ({ chain }) =>
        known.silentVaults?.some((silent) => silent === chain) === true &&
        !unavailable.some((other) => other.chain === chain),
    ),
  }
}

/** Returns balances in vaults, one holding per underlying asset. */
function toVaultHoldings({
  assets,
  chains,
  vaults = [],
}: Parameters<typeof toHoldings>[1]): Holding[] {
  return assets.flatMap((asset): Holding[] => {
    const parts = asset.aggregatedEntities.flatMap((member): HoldingPart[] =>
      vaults
        .filter(({ assetType }) => isSameAsset(assetType, member.assetType))
        .map((vaulted) => ({
          ...member,
          units: vaulted.units,
          valueUsd: vaulted.valueUsd,
          chain: getIdentity(chains, getChain(member.assetType)),
          vaulted,
        })),
    )
    if (parts.length === 0) return []
    return [
      {
        id: `vault:${asset.aggregatedAssetId}`,
        symbol: `v${asset.symbol}`,
        name: translate('{asset} in a vault', { asset: asset.name }),
        decimals: asset.decimals,
        units: sumUnits(parts, asset),
        valueUsd: sumIfPriced(parts),
        parts,
        unknownOn: [],
      },
    ]
  })
}

type BalanceContext = {
  balance: BalanceRecord['balanceByAggregatedAsset'][number]
  asset: AssetRecord
  record: BalanceRecord
  unavailable: readonly ChainIdentity[]
}

function toHolding(read: BalanceContext, chains: ReadonlyMap<string, ChainIdentity>): Holding {
  const { balance, asset, record, unavailable } = read
  const unpriced = record.unpricedAssets ?? []
  const parts = balance.individualAssetBalances
    .flatMap((individual): HoldingPart[] => {
      const member = asset.aggregatedEntities.find(({ assetType }) =>
        isSameAsset(assetType, individual.assetType),
      )
      const units = toUnits(individual.balance)
      if (!member || units === 0n) return []
      const isPriced = !unpriced.some((other) => isSameAsset(other, individual.assetType))
      return [
        {
          chain: getIdentity(chains, getChain(individual.assetType)),
          assetType: individual.assetType,
          symbol: member.symbol,
          name: member.name,
          decimals: member.decimals,
          units,
          valueUsd: isPriced ? individual.fiatValue : undefined,
        },
      ]
    })
    .toSorted(compareByChain([...chains.keys()]))
  const units = toUnits(balance.balance)
  return {
    id: asset.aggregatedAssetId,
    symbol: asset.symbol,
    name: asset.name,
    decimals: asset.decimals,
    units,
    valueUsd: sumIfPriced(parts),
    parts,
    unknownOn: unavailable.filter(({ chain }) =>
      asset.aggregatedEntities.some(({ assetType }) => getChain(assetType) === chain),
    ),
  }
}

/**
 * What remains of the holdings on one chain, amounts and sums included; all of them without a
 * chain. The totals by chain stay.
 */
export function keepChain(holdings: Holdings, chain: string | undefined): Holdings {
  if (chain === undefined) return holdings
  const assets = holdings.assets
    .flatMap((holding): Holding[] => {
      const parts = holding.parts.filter((part) => part.chain.chain === chain)
      const unknownOn = holding.unknownOn.filter((unknown) => unknown.chain === chain)
      if (parts.length + unknownOn.length === 0) return []
      const valueUsd = sumIfPriced(parts)
      return [{ ...holding, parts, unknownOn, valueUsd, units: sumUnits(parts, holding) }]
    })
    .toSorted((a, b) => (b.valueUsd ?? 0) - (a.valueUsd ?? 0))
  return {
    ...holdings,
    ...sumParts(assets.flatMap(({ parts }) => parts)),
    assets,
    unavailable: holdings.unavailable.filter((one) => one.chain === chain),
    vaultsUnknownOn: holdings.vaultsUnknownOn.filter((one) => one.chain === chain),
  }
}

/** The sum of parts in units of the whole asset. */
export function sumUnits(
  parts: readonly Pick<HoldingPart, 'units' | 'decimals'>[],
  { decimals: to }: { decimals: number },
): bigint {
  return parts.reduce((sum, { units, decimals: from }) => sum + rescale(units, { from, to }), 0n)
}

function sumParts(parts: readonly HoldingPart[]): Pick<Holdings, 'totalUsd' | 'unpricedCount'> {
  const unpricedCount = parts.filter(({ valueUsd }) => valueUsd === undefined).length
  return { totalUsd: sumIfPriced(parts), unpricedCount }
}

function compareByChain(order: readonly string[]) {
  return (a: HoldingPart, b: HoldingPart): number =>
    order.indexOf(a.chain.chain) - order.indexOf(b.chain.chain)
}

/** The sum of the values that are known; undefined if none of several is, 0 of none. */
export function sumIfPriced(parts: readonly HoldingPart[]): number | undefined {
  const known = parts.flatMap(({ valueUsd }) => (valueUsd === undefined ? [] : [valueUsd]))
  return parts.length > 0 && known.length === 0 ? undefined : sumShown(known)
}

function getChain(assetType: AssetType): string {
  return splitAssetType(assetType).chainId
}

function getIdentity(chains: ReadonlyMap<string, ChainIdentity>, chain: string): ChainIdentity {
  return chains.get(chain) ?? buildUnknownChain(chain)
}
