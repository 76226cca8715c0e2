import type { Aggregate, Member, Network } from '#networks/network.ts'
import { rescale, unitsOf } from '#protocol/amount.ts'
import type { BalanceRecord } from '#protocol/balance.ts'
import { type AssetType, isSameAsset } from '#protocol/caip.ts'

/** A balance answer with the sums of this app, and the total that the service gave with it. */
export type PinnedBalances = BalanceRecord & {
  /** US dollars, by the service. */
  saidUsd: number
}

/**
 * Takes from a balance answer only what is held of each asset on its chain, and makes all sums of it
 * anew: by the decimals of the pinned network, and the prices of its feeds as the chains tell them.
 * Assets that are not pinned are left out; one whose feed says nothing has no value.
 *
 * @param options.prices - US dollars of a whole token by asset type; absent: no feed could be read.
 */
export function pinBalances(
  record: BalanceRecord,
  options: {
    network: Pick<Network, 'aggregates'>
    prices: ReadonlyMap<string, number> | undefined
  },
): PinnedBalances {
  const { network, prices } = options
  const unpriced: AssetType[] = []
  const balanceByAggregatedAsset = network.aggregates.flatMap((aggregate) => {
    const said = record.balanceByAggregatedAsset.find(
      ({ aggregatedAssetId }) => aggregatedAssetId === aggregate.aggregatedAssetId,
    )
    if (!said) return []
    const held = heldOf(aggregate, said.individualAssetBalances)
    const individual = held.map(({ member, units }) => {
      const { assetType, decimals } = member
      const price = prices?.get(assetType)
      if (price === undefined) unpriced.push(assetType)
      const fiatValue = (Number(units) / 10 ** decimals) * (price ?? 0)
      return { assetType, balance: String(units), fiatValue }
    })
    const fiatValue = individual.reduce((sum, one) => sum + one.fiatValue, 0)
    const balance = String(sumOf(aggregate, held))
    return [{ ...said, balance, fiatValue, individualAssetBalances: individual }]
  })
  const { unpricedAssets: _said, ...rest } = record
  const total = balanceByAggregatedAsset.reduce((sum, { fiatValue }) => sum + fiatValue, 0)
  return {
    ...rest,
    balanceByAggregatedAsset,
    balanceBySpecificAsset: [],
    totalBalance: { fiatValue: total },
    ...(unpriced.length > 0 && { unpricedAssets: unpriced }),
    saidUsd: record.totalBalance.fiatValue,
  }
}

/** How far prices of one moment may be apart, and what counts as nothing, US dollars. */
const tolerated = { share: 0.02, usd: 0.5 }

/** Whether the service's total is another one; undefined when some asset has no price here. */
export function isOtherTotal({
  saidUsd,
  totalBalance,
  unpricedAssets,
}: PinnedBalances): boolean | undefined {
  if (unpricedAssets) return undefined
  const apart = Math.abs(saidUsd - totalBalance.fiatValue)
  return apart > Math.max(tolerated.usd, totalBalance.fiatValue * tolerated.share)
}

type Held = { member: Member; units: bigint }

function heldOf(
  { members }: Aggregate,
  said: readonly { assetType: AssetType; balance: string }[],
): readonly Held[] {
  return members.flatMap((member) => {
    const one = said.find(({ assetType }) => isSameAsset(assetType, member.assetType))
    return one ? [{ member, units: unitsOf(one.balance) }] : []
  })
}

/** In the widest member's decimals, floored once. Source: decisions, "Quotes". */
function sumOf({ decimals }: Aggregate, held: readonly Held[]): bigint {
  const widest = Math.max(decimals, ...held.map(({ member }) => member.decimals))
  const sum = held.reduce(
    (units, one) => units + rescale(one.units, { from: one.member.decimals, to: widest }),
    0n,
  )
  return rescale(sum, { from: widest, to: decimals })
}
