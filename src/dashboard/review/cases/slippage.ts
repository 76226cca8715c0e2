import { isAssetType } from '#protocol/ids/caip.ts'
import type { QuoteRequest } from '#protocol/quotes/quote.ts'
import { findRootAsset, type Roots } from './roots.ts'

/** The slippage tolerance of a request, basis points. Source: wire, "Quotes". */
export function getSlippageBps(request: QuoteRequest, roots: Roots): number {
  if (request.slippageTolerance !== undefined) return request.slippageTolerance
  const [from, to] = [request.from.asset.assetId, request.to.asset.assetId].map((assetId) =>
    isAssetType(assetId) ? findRootAsset(roots, assetId)?.aggregatedAssetId : assetId,
  )
  return from !== undefined && from === to ? 50 : 100
}
