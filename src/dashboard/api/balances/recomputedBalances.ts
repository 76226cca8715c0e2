import type { Aggregate, Member, Network } from '#networks/network.ts'
import { rescale, toUnits } from '#protocol/ids/amount.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { type AssetType, type ChainId, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { OnChainUnits } from './onChainBalances.ts'

/** A balance record with sums computed here, and the service's own total. */
export type RecomputedBalances = BalanceRecord & {
  /** The service's total, US dollars. */
  reportedUsd: number
  /** The service's amounts valued with the feeds' prices, US dollars. */
  reportedAmountsUsd: number
}

/**
 * Recomputes a balance record. Amounts come from the chains, or from the record where a chain was
 * not read; sums use the decimals of the pinned network, and values the prices of its feeds. Assets
 * that are not pinned are left out; an asset without a price has no value.
 *
 * @param options.held - Amounts read from the chains; for other assets the record's are used.
 * @param options.prices - US dollars per whole token by asset type; undefined without any feed.
 */
export function recomputeBalances(
  record: BalanceRecord,
  options: {
    network: Pick<Network, 'aggregates'>
    prices: ReadonlyMap<string, number> | undefined
    held?: OnChainUnits | undefined
  },
): RecomputedBalances {
  const { network, prices, held } = options
  const unpriced: AssetType[] = []
  let reportedAmountsUsd = 0
  const balanceByAggregatedAsset = network.aggregates.flatMap((aggregate) => {
    const said = record.balanceByAggregatedAsset.find(
      ({ aggregatedAssetId }) => aggregatedAssetId === aggregate.aggregatedAssetId,
    )
    const parts = getMemberAmounts(aggregate, { said: said?.individualAssetBalances ?? [], held })
    if (!said && parts.every(({ units }) => units === 0n)) return []
    const individual = parts.map(({ member, units, reported: saidUnits }) => {
      const { assetType, decimals } = member
      const price = prices?.get(assetType)
      if (price === undefined) unpriced.push(assetType)
      const worth = (price ?? 0) / 10 ** decimals
      const fiatValue = Number(units) * worth
      reportedAmountsUsd += Number(saidUnits) * worth
      return { assetType, balance: String(units), fiatValue }
    })
    const fiatValue = individual.reduce((sum, one) => sum + one.fiatValue, 0)
    const balance = String(sumMemberAmounts(aggregate, parts))
    const { aggregatedAssetId } = aggregate
    return [{ aggregatedAssetId, ...said, balance, fiatValue, individualAssetBalances: individual }]
  })
  const { unpricedAssets: _said, unavailableChains = [], ...rest } = record
  const unavailable = unavailableChains.filter((chainId) => !isReadOn(chainId, { network, held }))
  const total = balanceByAggregatedAsset.reduce((sum, { fiatValue }) => sum + fiatValue, 0)
  return {
    ...rest,
    balanceByAggregatedAsset,
    balanceBySpecificAsset: [],
    totalBalance: { fiatValue: total },
    ...(unavailable.length > 0 && { unavailableChains: unavailable }),
    ...(unpriced.length > 0 && { unpricedAssets: unpriced }),
    reportedUsd: record.totalBalance.fiatValue,
    reportedAmountsUsd,
  }
}

/** Whether this browser read every pinned asset of a chain. */
function isReadOn(
  chainId: ChainId,
  { network, held }: { network: Pick<Network, 'aggregates'>; held: OnChainUnits | undefined },
): boolean {
  const own = network.aggregates
    .flatMap(({ members }) => members)
    .filter(({ assetType }) => splitAssetType(assetType).chainId === chainId)
  return held !== undefined && own.every(({ assetType }) => held.has(assetType))
}

/**
 * Tolerated difference between totals: a share, or an amount in US dollars, whichever is larger.
 */
const maxMismatchShare = { share: 0.02, usd: 0.5 }

/**
 * Whether the service's total does not match its own amounts; undefined when a price is missing.
 */
export function isTotalMismatch({
  reportedUsd,
  reportedAmountsUsd,
  unpricedAssets,
}: RecomputedBalances): boolean | undefined {
  if (unpricedAssets) return undefined
  return (
    Math.abs(reportedUsd - reportedAmountsUsd) >
    Math.max(maxMismatchShare.usd, reportedAmountsUsd * maxMismatchShare.share)
  )
}

/** The amount of one asset, and what the service reports, smallest units. */
type MemberAmount = { member: Member; units: bigint; reported: bigint }

function getMemberAmounts(
  { members }: Aggregate,
  of: {
    said: readonly { assetType: AssetType; balance: string }[]
    held: OnChainUnits | undefined
  },
): readonly MemberAmount[] {
  return members.flatMap((member) => {
    const { assetType } = member
    const units = of.held?.get(assetType)
    const one = of.said.find((other) => isSameAsset(other.assetType, assetType))
    if (!one && units === undefined) return []
    const reported = toUnits(one?.balance ?? '0')
    return [{ member, units: units ?? reported, reported }]
  })
}

/** Sums in the largest decimals among members, rounded down once. Source: wire, "Quotes". */
function sumMemberAmounts({ decimals }: Aggregate, held: readonly MemberAmount[]): bigint {
  const widest = Math.max(decimals, ...held.map(({ member }) => member.decimals))
  const sum = held.reduce(
    (units, one) => units + rescale(one.units, { from: one.member.decimals, to: widest }),
    0n,
  )
  return rescale(sum, { from: widest, to: decimals })
}
