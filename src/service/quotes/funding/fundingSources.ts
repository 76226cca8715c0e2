import { type Account, getAccountKind } from '#protocol/accounts/account.ts'
import { rescale } from '#protocol/ids/amount.ts'
import { type ChainId, isAddressOn } from '#protocol/ids/caip.ts'
import type { Asset, AssetIndex } from '../../assetIndex.ts'
import type { Balances } from '../../balances/balances.ts'
import type { ResolvedQuoteRequest } from '../request/resolveQuoteRequest.ts'
import { getReserve } from '../pricing/rates.ts'

/** A balance that can pay for a quote. */
export type FundingSource = {
  account: Account
  asset: Asset
  /** In units of the requested asset (`resolved.input.decimals`), a multiple of `step`. */
  available: bigint
  /** Smallest amount the asset can express, in the same units. */
  step: bigint
  /** Minimum that must remain unless the balance is emptied, in the same units. */
  reserve: bigint
  /** Whether the operation must deploy or delegate the account there; always false on Solana. */
  isFirst: boolean
}

/** All balances that can pay for a request. */
export type FundingSources = {
  sources: readonly FundingSource[]
  /** Chains that could not be read; their balances are missing. */
  unavailableChains: readonly ChainId[]
  /** EIP-7702 accounts delegated to another contract on a chain where they could pay. */
  foreignDelegations: readonly { account: Account; chainId: ChainId }[]
  /** Chains, of those that could pay, on which the accounts hold any asset of the network. */
  usedChains: ReadonlySet<ChainId>
}

/** Reads all balances that can pay, with at most one request per account and chain. */
export async function findFundingSources(
  resolved: ResolvedQuoteRequest,
  { balances, assets }: { balances: Balances; assets: AssetIndex },
): Promise<FundingSources> {
  const chainIds = [...new Set(resolved.input.members.map(({ chainId }) => chainId))]
  const unavailable = new Set<ChainId>()
  const foreignDelegations: { account: Account; chainId: ChainId }[] = []
  const usedChains = new Set<ChainId>()
  const found = await Promise.all(
    resolved.accounts.flatMap((account) =>
      chainIds.filter(isHome(account)).map(async (chainId): Promise<readonly FundingSource[]> => {
        const holdings = await balances.holdings(account.accountAddress, chainId)
        const members = resolved.input.members.filter((member) => member.chainId === chainId)
        if (!holdings) unavailable.add(chainId)
        if (!holdings) return []
        const listed = assets.findOnChain(chainId)
        if (listed.some(({ assetType }) => (holdings.balanceOf(assetType) ?? 0n) > 0n))
          usedChains.add(chainId)
        if (getAccountKind(account) === 'eip7702' && holdings.code === 'other') {
          foreignDelegations.push({ account, chainId })
          return []
        }
        return members.flatMap((asset) =>
          toFundingSources(asset, {
            account,
            balance: holdings.balanceOf(asset.assetType),
            decimals: resolved.input.decimals,
            isFirst: getAccountKind(account) !== 'solana' && holdings.code === 'none',
          }),
        )
      }),
    ),
  )
  return {
    sources: found.flat(),
    unavailableChains: [...unavailable],
    foreignDelegations,
    usedChains,
  }
}

function isHome({ accountAddress }: Account) {
  return (chainId: ChainId) => isAddressOn(accountAddress, chainId)
}

function toFundingSources(
  asset: Asset,
  options: {
    account: Account
    balance: bigint | undefined
    decimals: number
    isFirst: boolean
  },
): readonly FundingSource[] {
  const { account, balance = 0n, decimals, isFirst } = options
  const finer = 10n ** BigInt(Math.max(0, asset.decimals - decimals))
  const held = rescale(balance, { from: asset.decimals, to: decimals })
  const least = rescale(getReserve(asset.assetType) + finer - 1n, {
    from: asset.decimals,
    to: decimals,
  })
  // Digits below these units cannot be spent, so such a balance is never emptied.
  const isWhole = balance % finer === 0n
  const [available, reserve] = isWhole ? [held, least] : [held - least, 0n]
  if (available <= 0n) return []
  const step = decimals > asset.decimals ? 10n ** BigInt(decimals - asset.decimals) : 1n
  return [{ account, asset, available, step, reserve, isFirst }]
}
