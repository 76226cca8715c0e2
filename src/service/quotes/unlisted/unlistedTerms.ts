import { convertAtTick } from '#chains/evm/assets/tickPrice.ts'
import { unlistedBounds } from '#protocol/quotes/unlistedToken.ts'
import type { Asset } from '../../assetIndex.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { formatUsd, toUsd, usdDecimals } from '../../prices/usd.ts'
import { ServiceError } from '../../ServiceError.ts'
import { isUnlisted, type UnlistedAsset } from './unlistedAsset.ts'

/** What goes into the pool and what comes out, smallest units. */
export type PoolTrade = {
  given: { asset: Asset; amount: bigint }
  taken: { asset: Asset; amount: bigint }
}

/**
 * Checks that a trade is small, and brings in what the pool's average price promises, less its fee and
 * a bounded impact.
 *
 * @throws ServiceError NO_ROUTE when it is too large, INSUFFICIENT_LIQUIDITY when it loses too much,
 *   PRICE_UNAVAILABLE.
 */
export function checkPoolTrade(
  trade: PoolTrade,
  { unlisted, book }: { unlisted: UnlistedAsset; book: PriceBook },
): void {
  const { given, taken } = trade
  const listed = isUnlisted(unlisted, given.asset) ? taken : given
  const usd = getListedWorth(listed, book)
  const { maxQuoteUsd, maxLossBps } = unlistedBounds
  if (usd > BigInt(maxQuoteUsd) * 10n ** BigInt(usdDecimals))
    throw new ServiceError(
      'NO_ROUTE',
      `A trade of ${formatUsd(usd)} US dollars is asked for; with tokens on no list ${maxQuoteUsd} are the most at once.`,
    )
  const average = convertInPool(given, unlisted)
  const lossBps = average === 0n ? 10_000n : 10_000n - (taken.amount * 10_000n) / average
  if (lossBps <= BigInt(maxLossBps)) return
  throw new ServiceError(
    'INSUFFICIENT_LIQUIDITY',
    `By the average price of its pool this loses ${Number(lossBps) / 100} %: ask for less of it.`,
  )
}

/** Units of the pool's other side that an amount is worth by its average price. */
export function convertInPool(
  { asset, amount }: { asset: Asset; amount: bigint },
  unlisted: UnlistedAsset,
): bigint {
  const { tick, isToken0 } = unlisted.pool
  return convertAtTick(amount, { tick, isToken0: isUnlisted(unlisted, asset) === isToken0 })
}

/**
 * Worth of an amount of the token by its pool's average price, as dollars on the wire: for showing
 * only.
 */
export function formatPoolWorth(
  amount: bigint,
  { unlisted, asset, book }: { unlisted: UnlistedAsset; asset: Asset; book: PriceBook },
): string {
  const listed = convertInPool({ asset, amount }, unlisted)
  return formatUsd(getListedWorth({ asset: unlisted.pairedWith, amount: listed }, book))
}

/** Worth of a listed asset, 1e-8 US dollars. @throws ServiceError PRICE_UNAVAILABLE. */
function getListedWorth(
  { asset, amount }: { asset: Asset; amount: bigint },
  book: PriceBook,
): bigint {
  const priceUsd = book.priceUsd(asset)
  if (priceUsd !== undefined) return toUsd(amount, { decimals: asset.decimals, priceUsd })
  throw new ServiceError('PRICE_UNAVAILABLE', `${asset.symbol} has no price now.`)
}
