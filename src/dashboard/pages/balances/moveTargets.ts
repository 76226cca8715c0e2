import type { Network } from '#networks/network.ts'
import { formatAmount } from '#protocol/ids/amount.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import type { ChainIdentity } from '../../components/flow/chainIdentity.ts'
import { type Holding, sumUnits } from './holdings.ts'

/** A chain that all of an asset can be moved to, and the swap that does it, filled in. */
export type MoveAllTarget = { chain: ChainIdentity; href: string }

/**
 * Lists the chains that everything of an asset can be moved to, in network order: where something
 * of it stands elsewhere that can be spent. The swap pays what stands on the other chains.
 *
 * @param known.chains - Those on which the accounts can hold something.
 */
export function getMoveAllTargets(
  holding: Holding,
  known: { network: Network; chains: ReadonlyMap<string, ChainIdentity> },
): readonly MoveAllTarget[] {
  const { network, chains } = known
  const { aggregatedAssetId: from, members = [] } =
    network.aggregates.find(({ aggregatedAssetId }) => aggregatedAssetId === holding.id) ?? {}
  if (from === undefined) return []
  // One for each chain, its own coin first, as with Ether and wrapped Ether.
  const byChain = new Map(
    members.toReversed().map((member) => [splitAssetType(member.assetType).chainId, member]),
  )
  return [...byChain.values()].toReversed().flatMap((member): MoveAllTarget[] => {
    const { chainId } = splitAssetType(member.assetType)
    const others = holding.parts.filter(
      ({ chain, isVault }) => chain.chain !== chainId && isVault === undefined,
    )
    const units = sumUnits(others, holding)
    const chain = chains.get(chainId)
    if (units === 0n || !chain) return []
    const amount = formatAmount(units, holding.decimals)
    const [only] = others.length === 1 ? others : []
    const search = new URLSearchParams({
      from: only?.assetType ?? from,
      to: member.assetType,
      amount,
    })
    return [{ chain, href: `/swap?${search}` }]
  })
}
