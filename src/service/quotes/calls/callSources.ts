import type { Account } from '#protocol/accounts/account.ts'
import type { CallType } from '#protocol/quotes/callQuote.ts'
import { type AssetId, type ChainId, isAddressOn } from '#protocol/ids/caip.ts'
import type { Network } from '#networks/network.ts'
import type { Asset, AssetIndex } from '../../assetIndex.ts'
import type { Balances } from '../../balances/balances.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { toUsdNumber, toUsd } from '../../prices/usd.ts'
import { resolveAsset, type QuoteAsset } from '../request/resolveQuoteRequest.ts'
import type { Funding } from './funding.ts'
import type { Amount } from './requirements.ts'

/** Total balance of an asset that may pay for a call. */
type Held = { asset: Asset; amount: bigint }

/** Dependencies of choosing what pays for a call. */
export type CallSourceOptions = {
  network: Network
  assets: AssetIndex
  balances: Balances
  book: PriceBook
}

/**
 * Returns the assets that may pay for a call, best first: the requested one alone, or else the
 * aggregates of the lent assets, then the others by dollar value held.
 */
export async function resolveCallAssets(
  question: {
    accounts: readonly Account[]
    lent: readonly Amount[]
    from: QuoteAsset | undefined
  },
  options: CallSourceOptions,
): Promise<readonly QuoteAsset[]> {
  const { network, book } = options
  const { accounts, lent, from } = question
  if (from) return [from]
  const sides = network.aggregates.map(({ aggregatedAssetId }) =>
    resolveAsset(aggregatedAssetId, { ...options, path: 'fromAssetId' }),
  )
  const ranked = await Promise.all(
    sides.map(async (side) => {
      const held = await readHeld(side.members, { accounts, ...options })
      const usd = held.reduce((sum, one) => sum + (getWorth(one, book) ?? 0n), 0n)
      return { side, isLike: isLike(side, lent), usd }
    }),
  )
  return ranked
    .filter(({ usd }) => usd > 0n)
    .toSorted((a, b) => Number(b.isLike) - Number(a.isLike) || (a.usd < b.usd ? 1 : -1))
    .map(({ side }) => side)
}

/**
 * Resolves the asset that a request names to pay with; undefined when it names none.
 *
 * @param options.path - Path of the id within the request.
 * @throws ServiceError UNSUPPORTED_ASSET.
 */
export function findNamedSource(
  assetId: AssetId | undefined,
  options: Parameters<typeof resolveAsset>[1],
): QuoteAsset | undefined {
  return assetId === undefined ? undefined : resolveAsset(assetId, options)
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
  options: CallSourceOptions & { accounts: readonly Account[] },
) {
  const held = await readHeld(members, options)
  return held.map((one) => ({
    assetType: one.asset.assetType,
    balance: one.amount.toString(),
    decimals: one.asset.decimals,
    fiatValue: toUsdNumber(getWorth(one, options.book) ?? 0n),
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
