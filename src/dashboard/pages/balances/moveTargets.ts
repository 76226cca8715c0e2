import type { Network } from '#networks/network.ts'
import { formatAmount } from '#protocol/ids/amount.ts'
import { isSameAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { VaultBalance } from '../../api/chains/vaults.ts'
import type { ChainIdentity } from '../../components/flow/chainIdentity.ts'
import { type Holding, sumUnits } from './holdings.ts'

/** A link to a form that is filled in, and the texts of it that its page has not to ask about. */
export type FilledForm = { href: string; entered: readonly string[] }

/**
 * Fills in the call that takes all of an account's shares out of a vault.
 *
 * @returns Undefined where that account has none: each has to make its own call.
 */
export function getWithdrawal(
  { assetType, vault, shares, shareDecimals }: VaultBalance,
  account: string | undefined,
): FilledForm | undefined {
  const own = shares.find((one) => account !== undefined && isSameAddress(one.account, account))
  if (!own || own.units === 0n) return undefined
  const fn = 'redeem(uint256,address,address)'
  const amount = `${formatAmount(own.units, shareDecimals)}e${shareDecimals}`
  const args = [amount, own.account, own.account]
  const search = new URLSearchParams({
    chain: splitAssetType(assetType).chainId,
    calls: JSON.stringify([{ to: vault, abi: 'erc4626', fn, args }]),
  })
  return { href: `/call?${search}`, entered: [vault, fn, ...args] }
}

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
      ({ chain, vaulted }) => chain.chain !== chainId && vaulted === undefined,
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
