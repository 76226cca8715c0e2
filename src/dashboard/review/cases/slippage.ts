import { isAssetType } from '#protocol/ids/caip.ts'
import type { QuoteRequest } from '#protocol/quotes/quote.ts'
import { findRootAsset, type Roots } from './roots.ts'

/** The slippage tolerance of a request, basis points. Source: wire, "Quotes". */
export function getSlippageBps(request: QuoteRequest, roots: Roots): number {
  return request.slippageTolerance ?? (isMove(request, roots) ? 50 : 100)
}

/** Whether an asset is moved, one to one, and not traded for another: no price can change it. */
export function isMove(request: QuoteRequest, roots: Roots): boolean {
  const [from, to] = [request.from.asset.assetId, request.to.asset.assetId].map((assetId) =>
    isAssetType(assetId) ? findRootAsset(roots, assetId)?.aggregatedAssetId : assetId,
  )
  return from !== undefined && from === to
}
