import { findRootAsset, type Roots } from '#dashboard/review/cases/roots.ts'
import type { PreparedFacts } from '#dashboard/review/verifyPrepared.ts'
import { isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { PreparedCallQuote } from '#protocol/quotes/callQuote.ts'
import type { IndicativeQuoteRequest } from '#protocol/quotes/indicativeQuote.ts'

/** Rounds an estimate up to five digits: more would read as an exact amount. */
export function roundEstimate(units: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, units.toString().length - 5))
  return ((units + step - 1n) / step) * step
}

/**
 * Builds the request for about what a call will cost: the price of bringing what it lacks to its chain
 * from what the service would draw from. The payment itself is quoted once the call is signed.
 *
 * @returns Undefined where nothing or several assets are lent, or no single asset pays.
 */
export function buildEstimateRequest(
  { lent }: Pick<PreparedFacts, 'lent'>,
  { sourceAssetBalances = [] }: Pick<PreparedCallQuote, 'sourceAssetBalances'>,
  roots: Roots,
): IndicativeQuoteRequest | undefined {
  const [only, ...others] = lent
  if (!only || others.length > 0) return undefined
  const sources = sourceAssetBalances.flatMap(({ assetType }) => {
    const asset = findRootAsset(roots, assetType)
    // What the account has of it there is spent on the call already.
    return asset && !isSameAsset(assetType, only.asset.assetType) ? [asset] : []
  })
  const [assetId, ...more] = new Set(sources.map(({ aggregatedAssetId }) => aggregatedAssetId))
  if (assetId === undefined || more.length > 0) return undefined
  const chains = new Set(sources.map(({ assetType }) => splitAssetType(assetType).chainId))
  return {
    from: { asset: { assetId }, chains: [...chains] },
    to: { asset: { assetId: only.asset.assetType }, amount: only.amount.toString() },
  }
}
