import type { Account } from '#protocol/accounts/account.ts'
import type { CallType } from '#protocol/quotes/callQuote.ts'
import { type AssetId, type ChainId, isAddressOn } from '#protocol/ids/caip.ts'
import type { Asset } from '../../assetIndex.ts'
import type { Balances } from '../../balances/balances.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { toUsdNumber, toUsd } from '../../prices/usd.ts'
import { resolveAsset, type QuoteAsset } from '../request/resolveQuoteRequest.ts'
import type { QuoteService } from '../quoteService.ts'
import type { Funding, LentCall } from './funding.ts'
import type { Amount } from './requirements.ts'

/** Total balance of an asset that may pay for a call. */
type Held = { asset: Asset; amount: bigint }

/**
 * Returns the aggregates that may pay for a call, best first: those of the lent assets, then the
 * others by dollar value held.
 */
export async function rankCallAssets(
  { accounts, lent }: LentCall,
  book: PriceBook,
  { network, assets, balances }: QuoteService,
): Promise<readonly QuoteAsset[]> {
  const ranked = await Promise.all(
    network.aggregates.map(async ({ aggregatedAssetId }) => {
      const asset = resolveAsset(aggregatedAssetId, { assets, path: 'fromAssetId' })
      const held = await readHeld(asset.members, { accounts, balances })
      const usd = held.reduce((sum, one) => sum + (getWorth(one, book) ?? 0n), 0n)
      return { asset, isLike: isLike(asset, lent), usd }
    }),
  )
  return ranked
    .filter(({ usd }) => usd > 0n)
    .toSorted((a, b) => Number(b.isLike) - Number(a.isLike) || (a.usd < b.usd ? 1 : -1))
    .map(({ asset }) => asset)
}

/**
 * Resolves the asset that a request names to pay with; undefined when it names none.
 *
 * @param path - Path of the id within the request.
 * @throws ServiceError UNSUPPORTED_ASSET.
 */
export function findNamedSource(
  assetId: AssetId | undefined,
  path: 'fromAssetId' | 'fromAggregatedAssetId',
  { assets }: QuoteService,
): QuoteAsset | undefined {
  return assetId === undefined ? undefined : resolveAsset(assetId, { assets, path })
}

/** Returns how payment reaches the call. Source: wire, "Contract calls". */
export function getCallType(
  { legs, resolved }: Funding,
  { lent, targetChain }: { lent: readonly Amount[]; targetChain: ChainId },
): CallType {
  const isInPlace = legs.every(({ allocation }) => allocation.asset.chainId === targetChain)
  if (isInPlace) return 'same_chain_with_solver'
  return isLike(resolved.input, lent)
    ? 'cross_chain_with_solver'
    : 'cross_chain_with_solver_and_swaps'
}

/** Reads the accounts' balances of some assets, in wire form. */
export async function readSourceBalances(
  members: readonly Asset[],
  options: { accounts: readonly Account[]; balances: Balances; book: PriceBook },
) {
  const { accounts, balances, book } = options
  const held = await readHeld(members, { accounts, balances })
  return held.map((one) => ({
    assetType: one.asset.assetType,
    balance: one.amount.toString(),
    decimals: one.asset.decimals,
    fiatValue: toUsdNumber(getWorth(one, book) ?? 0n),
  }))
}

function isLike({ members }: QuoteAsset, lent: readonly Amount[]): boolean {
  return lent.every(({ asset }) => asset.aggregate === members[0]?.aggregate)
}

/** Sums over the accounts; assets with a zero or unreadable balance are left out. */
async function readHeld(
  members: readonly Asset[],
  { accounts, balances }: { accounts: readonly Account[]; balances: Balances },
): Promise<readonly Held[]> {
  const held = await Promise.all(
    members.map(async (asset) => {
      const amounts = await Promise.all(
        accounts.map(async ({ accountAddress }) => {
          if (!isAddressOn(accountAddress, asset.chainId)) return 0n
          const holdings = await balances.holdings(accountAddress, asset.chainId)
          return holdings?.balanceOf(asset.assetType) ?? 0n
        }),
      )
      return { asset, amount: amounts.reduce((sum, amount) => sum + amount, 0n) }
    }),
  )
  return held.filter(({ amount }) => amount > 0n)
}

function getWorth({ asset, amount }: Held, book: PriceBook): bigint | undefined {
  const priceUsd = book.priceUsd(asset)
  return priceUsd === undefined ? undefined : toUsd(amount, { decimals: asset.decimals, priceUsd })
}
