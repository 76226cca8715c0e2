import { rescale, toUnits } from '#protocol/ids/amount.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { type AssetType, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { AssetRecord } from '#protocol/service/discovery.ts'
import type { VaultBalance } from '../../api/chains/vaults.ts'
import { type ChainIdentity, buildUnknownChain } from '../../components/flow/chainIdentity.ts'
import type { ChainTotal } from '../../components/flow/ChainTotalsHero.tsx'
import { sumShown } from '../../components/amounts/sumShown.ts'

/** What is held of one asset on one chain. */
export type HoldingPart = {
  chain: ChainIdentity
  assetType: AssetType
  symbol: string
  name: string
  decimals: number
  units: bigint
  /** Undefined without a fresh price. */
  valueUsd: number | undefined
  /** In the chain's vault: it is taken out there before it can be spent. */
  isVault?: true
}

/** What is held of one aggregated asset. */
export type Holding = {
  id: string
  symbol: string
  name: string
  decimals: number
  units: bigint
  /** What the shown values of its parts add up to; undefined when nothing of it has a fresh price. */
  valueUsd: number | undefined
  /** Worth about a dollar: shown with cents. */
  isDollar: boolean
  /** Largest value first; only what is not zero. */
  parts: readonly HoldingPart[]
  /** Chains of this asset that could not be read: the sums lack them. */
  unknownOn: readonly ChainIdentity[]
}

/** Everything an account holds, as the page shows it. */
export type Holdings = {
  /** What the shown values of all parts add up to; undefined when nothing has a fresh price. */
  totalUsd: number | undefined
  /** What rounding each of them to the cent left out of the total. */
  roundingUsd: number
  byChain: readonly ChainTotal[]
  /** Largest value first. */
  assets: readonly Holding[]
  unavailable: readonly ChainIdentity[]
}

/** Joins a balance answer with the assets' names and the chains' identities. */
export function toHoldings(
  record: BalanceRecord,
  known: {
    assets: readonly AssetRecord[]
    chains: ReadonlyMap<string, ChainIdentity>
    /** What is in vaults; nothing unless given. */
    vaults?: readonly VaultBalance[]
  },
): Holdings {
  const chains = [...known.chains.values()]
  const unavailable = (record.unavailableChains ?? []).map((chain) =>
    getIdentity(known.chains, chain),
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
  const total = sumShown(parts.map(({ valueUsd = 0 }) => valueUsd))
  return {
    totalUsd: isPricedIn(parts) ? total.valueUsd : undefined,
    roundingUsd: total.roundingUsd,
    byChain: chains.map((chain) => ({
      chain,
      valueUsd: unavailable.some((other) => other.chain === chain.chain)
        ? undefined
        : sumUsd(parts.filter((part) => part.chain.chain === chain.chain)),
    })),
    assets,
    unavailable,
  }
}

/** What is in vaults, one holding for each asset that they are over. */
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
          ...vaulted,
          chain: getIdentity(chains, getChain(member.assetType)),
          isVault: true,
        })),
    )
    if (parts.length === 0) return []
    return [
      {
        id: `vault:${asset.aggregatedAssetId}`,
        symbol: `v${asset.symbol}`,
        name: `${asset.name} in a vault`,
        decimals: asset.decimals,
        units: parts.reduce(
          (sum, { units, decimals }) =>
            sum + rescale(units, { from: decimals, to: asset.decimals }),
          0n,
        ),
        valueUsd: isPricedIn(parts) ? sumUsd(parts) : undefined,
        isDollar: isDollar(asset.symbol),
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
    .toSorted((a, b) => (b.valueUsd ?? 0) - (a.valueUsd ?? 0))
  const units = toUnits(balance.balance)
  return {
    id: asset.aggregatedAssetId,
    symbol: asset.symbol,
    name: asset.name,
    decimals: asset.decimals,
    units,
    valueUsd: isPricedIn(parts) ? sumUsd(parts) : undefined,
    isDollar: isDollar(asset.symbol),
    parts,
    unknownOn: unavailable.filter(({ chain }) =>
      asset.aggregatedEntities.some(({ assetType }) => getChain(assetType) === chain),
    ),
  }
}

function sumUsd(parts: readonly HoldingPart[]): number {
  return sumShown(parts.map(({ valueUsd = 0 }) => valueUsd)).valueUsd
}

/** Whether a sum of these says something; one of nothing is 0. */
function isPricedIn(parts: readonly HoldingPart[]): boolean {
  return parts.length === 0 || parts.some(({ valueUsd }) => valueUsd !== undefined)
}

/** Whether a ticker names a dollar token, which is shown with cents. */
export function isDollar(symbol: string): boolean {
  return /USD|DAI/i.test(symbol)
}

function getChain(assetType: AssetType): string {
  return splitAssetType(assetType).chainId
}

function getIdentity(chains: ReadonlyMap<string, ChainIdentity>, chain: string): ChainIdentity {
  return chains.get(chain) ?? buildUnknownChain(chain)
}
