import { parseUnits } from 'viem'

import type { Member } from '#networks/network.ts'
import type { AssetType } from '#protocol/ids/caip.ts'

/**
 * Default funding in whole tokens, in total over all chains. The stablecoins are largest on
 * different chains.
 */
const totals: Readonly<Record<string, { whole: string; largestAt: number }>> = {
  USDC: { whole: '5000', largestAt: 0 },
  USDT: { whole: '5000', largestAt: 1 },
  ETH: { whole: '1', largestAt: 0 },
  BNB: { whole: '1', largestAt: 0 },
  POL: { whole: '1000', largestAt: 0 },
  SOL: { whole: '10', largestAt: 0 },
}

/** Percent of the total per chain, by number of chains; with several chains, none holds all. */
const shares: readonly (readonly bigint[])[] = [
  [],
  [100n],
  [60n, 40n],
  [50n, 30n, 20n],
  [40n, 30n, 20n, 10n],
  [30n, 25n, 20n, 15n, 10n],
  [25n, 20n, 20n, 15n, 10n, 10n],
]

/**
 * Spreads the default funding over the assets of a network.
 *
 * @returns Amounts in smallest units, in the order of the members; larger swaps need funds of two
 *   chains.
 */
export function buildStarterSet(
  members: readonly Member[],
): { assetType: AssetType; amount: bigint }[] {
  return members.flatMap((member) => {
    const total = totals[member.symbol]
    if (!total) return []
    const alike = members.filter(({ symbol }) => symbol === member.symbol)
    const parts = shares[alike.length] ?? []
    const place = (alike.indexOf(member) - total.largestAt + alike.length) % alike.length
    const amount = (parseUnits(total.whole, member.decimals) * (parts[place] ?? 0n)) / 100n
    return amount === 0n ? [] : [{ assetType: member.assetType, amount }]
  })
}
