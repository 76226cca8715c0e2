import type { Network } from '#networks/network.ts'
import { isSameAddress, parseRecipient } from '#protocol/ids/caip.ts'
import { type AnyQuote, getQuoteAccounts } from '#protocol/quotes/quote.ts'
import type { ExecutionType } from '#protocol/status/status.ts'
import { indexAssets } from '../../assetIndex.ts'

/**
 * What the history calls an execution without a contract call: like assets to somebody else are a
 * transfer, all else is a swap. Assets are alike when they are members of one aggregate, however the
 * quote named them. Source: wire, "Status and history".
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
  const isLike = wanted !== undefined && others.every((aggregate) => aggregate === wanted)
  return isLike && !isOwn ? 'TRANSFER' : 'SWAP'
}
