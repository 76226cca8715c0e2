import {
  type AccountAddress,
  type AssetType,
  isSameAsset,
  parseRecipient,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'

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
