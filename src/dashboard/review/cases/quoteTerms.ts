import {
  type AccountAddress,
  type AssetType,
  isSameAsset,
  parseRecipient,
  splitAssetType,
  isAssetType,
} from '#protocol/ids/caip.ts'
import type { Quote, QuoteRequest } from '#protocol/quotes/quote.ts'
import { findRootAsset, type Roots } from './roots.ts'

/** A fee of an app that a quote names: all it gets in one asset, and who gets it. */
export type NamedAppFee = { units: bigint; receiver: AccountAddress }

/** Returns the fee of an app that a quote names in an asset; undefined when it names none. */
export function findAppFee(
  { quote }: { quote: Quote },
  assetType: AssetType,
): NamedAppFee | undefined {
  const part = quote.fees?.app?.find((one) => isSameAsset(one.assetType, assetType))
  const receiver = part && parseRecipient(part.receiver)
  if (!part || receiver === undefined || receiver.chainId !== splitAssetType(assetType).chainId)
    return undefined
  return { units: BigInt(part.amount), receiver: receiver.address }
}

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
