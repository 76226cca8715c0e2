import type { Aggregate, Member, Network } from '#networks/network.ts'
import { rescale, toUnits } from '#protocol/ids/amount.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { type AssetType, type ChainId, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { OnChainUnits } from './onChainBalances.ts'

/** A balance answer with the sums of this app, and the total that the service gave with it. */
export type RecomputedBalances = BalanceRecord & {
  /** US dollars, by the service. */
  reportedUsd: number
  /** US dollars of the amounts that the service gave, by the feeds. */
  reportedAmountsUsd: number
}

/**
 * Takes from a balance answer only what is held of each asset on its chain, where the chain itself did
 * not say so, and makes all sums of it anew: by the decimals of the pinned network, and the prices of its
 * feeds as the chains tell them. Assets that are not pinned are left out; one whose feed says nothing has
 * no value.
 *
 * @param options.held - What the chains say; of assets that are not in it the answer counts.
 * @param options.prices - US dollars of a whole token by asset type; absent: no feed could be read.
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

/** Whether the chain itself said what is held there, whatever the service could read. */
function isReadOn(
  chainId: ChainId,
  { network, held }: { network: Pick<Network, 'aggregates'>; held: OnChainUnits | undefined },
): boolean {
  const own = network.aggregates
    .flatMap(({ members }) => members)
    .filter(({ assetType }) => splitAssetType(assetType).chainId === chainId)
  return held !== undefined && own.every(({ assetType }) => held.has(assetType))
}

/** How far prices of one moment may be apart, and what counts as nothing, US dollars. */
const maxMismatchShare = { share: 0.02, usd: 0.5 }

/**
 * Whether the service's total is another one than its own amounts come to; undefined when some asset has
 * no price here.
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

/** What is held of one asset, and what of it the service says. */
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

/** In the widest member's decimals, floored once. Source: wire, "Quotes". */
function sumMemberAmounts({ decimals }: Aggregate, held: readonly MemberAmount[]): bigint {
  const widest = Math.max(decimals, ...held.map(({ member }) => member.decimals))
  const sum = held.reduce(
    (units, one) => units + rescale(one.units, { from: one.member.decimals, to: widest }),
    0n,
  )
  return rescale(sum, { from: widest, to: decimals })
}
