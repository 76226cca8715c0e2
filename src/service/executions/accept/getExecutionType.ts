import type { Network } from '#networks/network.ts'
import { isSameAddress, parseRecipient } from '#protocol/ids/caip.ts'
import { type AnyQuote, getQuoteAccounts } from '#protocol/quotes/quote.ts'
import type { ExecutionType } from '#protocol/status/status.ts'
import { indexAssets } from '../../assetIndex.ts'

/**
 * The type that the history shows for an execution without a contract call. Sending one asset to
 * somebody else is a transfer; everything else is a swap. Members of one aggregate are the same
 * asset.
 * Source: wire, "Status and history".
 */
export function getExecutionType(quote: AnyQuote, network: Network): ExecutionType {
  const { originToken, destinationToken } = quote
  const recipient = parseRecipient(destinationToken.recipientAccount)?.address ?? ''
  const isOwn = getQuoteAccounts(quote).some(({ accountAddress }) =>
    isSameAddress(accountAddress, recipient),
  )
  const assets = indexAssets(network)
  const [wanted, ...others] = [destinationToken.assetType, ...originToken.assetType].map(
    (assetType) => assets.find(assetType)?.aggregate,
  )
  const isSameAsset = wanted !== undefined && others.every((aggregate) => aggregate === wanted)
  return isSameAsset && !isOwn ? 'TRANSFER' : 'SWAP'
}
