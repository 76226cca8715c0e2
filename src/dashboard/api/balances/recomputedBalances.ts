import type { Aggregate, Member, Network } from '#networks/network.ts'
import { rescale, toUnits } from '#protocol/ids/amount.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { type AssetType, type ChainId, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { OnChainUnits } from './onChainBalances.ts'

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
): BalanceRecord {
  const { network, prices, held } = options
  const unpriced: AssetType[] = []
  const balanceByAggregatedAsset = network.aggregates.flatMap((aggregate) => {
    const said = record.balanceByAggregatedAsset.find(
      ({ aggregatedAssetId }) => aggregatedAssetId === aggregate.aggregatedAssetId,
    )
    const parts = getMemberAmounts(aggregate, { said: said?.individualAssetBalances ?? [], held })
    if (!said && parts.every(({ units }) => units === 0n)) return []
    const individual = parts.map(({ member, units }) => {
      const { assetType, decimals } = member
      const price = prices?.get(assetType)
      if (price === undefined) unpriced.push(assetType)
      const fiatValue = (Number(units) * (price ?? 0)) / 10 ** decimals
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

/** The amount of one asset, smallest units. */
type MemberAmount = { member: Member; units: bigint }

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
    return [{ member, units: units ?? toUnits(one?.balance ?? '0') }]
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
