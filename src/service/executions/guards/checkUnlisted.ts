import type { Chain } from '#chains/ports/chain.ts'
import type { Network } from '#networks/network.ts'
import {
  type ChainId,
  isSameAddress,
  isSameAsset,
  parseRecipient,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import type { UnlistedToken } from '#protocol/quotes/unlistedToken.ts'
import { type AssetIndex, indexAssets } from '../../assetIndex.ts'
import type { Prices } from '../../prices/prices.ts'
import { readUnlistedAsset, tryUnlistedAsset } from '../../quotes/unlisted/readUnlistedAsset.ts'
import {
  isUnlisted,
  type UnlistedAsset,
  widenNetwork,
} from '../../quotes/unlisted/unlistedAsset.ts'
import { checkPoolTrade } from '../../quotes/unlisted/unlistedTerms.ts'
import { ServiceError } from '../../ServiceError.ts'
import { buildTamperedError, type ExecutionPlan, type PlanLeg } from '../plan/executionPlan.ts'

/** What reading the token again needs. */
type UnlistedContext = {
  network: Network
  readers: ReadonlyMap<ChainId, Chain>
  prices: Prices
}

/** The network that a quote was made in, and the trial of its token that no list names. */
type QuotedNetwork = {
  network: Network
  /** @throws ServiceError SIMULATION_FAILED with what was seen. */
  tryToken: () => Promise<void>
}

/**
 * Returns the network that a quote was made in: with the token that no list names, if it has one. Token
 * and pool are read again, from the pinned exchange, whatever the quote says of them.
 *
 * @throws ServiceError QUOTE_TAMPERED, PRICE_UNAVAILABLE, INSUFFICIENT_LIQUIDITY or NO_ROUTE.
 * Source: security rules 16 and 35; wire, "Tokens on no list".
 */
export async function checkUnlisted(
  { quote, plan }: { quote: AnyQuote; plan: ExecutionPlan },
  { network, readers, prices }: UnlistedContext,
): Promise<QuotedNetwork> {
  const token = quote.unlistedToken
  if (!token) return { network, tryToken: async () => undefined }
  const assets = indexAssets(network)
  const leg = getOnlyLeg(plan)
  checkSides({ quote, token, leg }, assets)
  const { chainId } = splitAssetType(token.assetType)
  const book = await prices.read([chainId])
  const unlisted = await readUnlistedAsset(token.assetType, { chains: readers, assets, book })
  checkSameToken(token, unlisted)
  const wide = widenNetwork(network, unlisted)
  const [given, taken] = getTrade({ quote, leg }).map(({ assetType, amount }) => {
    const asset = wide.assets.find(assetType)
    if (!asset) throw new ServiceError('UNSUPPORTED_ASSET', `${assetType} is not on ${chainId}.`)
    return { asset, amount }
  })
  if (!given || !taken) throw new Error('A trade has two sides.')
  checkPoolTrade({ given, taken }, { unlisted, book })
  const listed = isUnlisted(unlisted, given.asset) ? taken : given
  const { amount } = listed
  return {
    network: wide.network,
    tryToken: () => tryUnlistedAsset(unlisted, { amount, chains: readers }),
  }
}

function getOnlyLeg({ legs: [leg, ...more] }: ExecutionPlan): PlanLeg {
  if (leg && more.length === 0 && !leg.order && !leg.isCall) return leg
  throw buildTamperedError('A token that no list names is traded in one swap alone.')
}

/** One side is the token, the other listed; it stays on its chain and with the account that pays. */
function checkSides(
  { quote, token, leg }: { quote: AnyQuote; token: UnlistedToken; leg: PlanLeg },
  assets: AssetIndex,
): void {
  const { assetType, recipientAccount } = quote.destinationToken
  const sides = [leg.assetType, assetType]
  const others = sides.filter((side) => !isSameAsset(side, token.assetType))
  const [other] = others
  const recipient = parseRecipient(recipientAccount)?.address ?? ''
  const isOnly = others.length === 1 && other !== undefined && assets.find(other) !== undefined
  if (!isOnly || assets.find(token.assetType))
    throw buildFieldError('assetType', 'It is not the one asset of the quote that no list names.')
  if (splitAssetType(other).chainId !== splitAssetType(token.assetType).chainId)
    throw buildFieldError('assetType', 'It is traded on its own chain only.')
  if (splitAssetType(leg.assetType).namespace !== 'erc20')
    throw buildFieldError('assetType', 'The native coin does not pay for it.')
  if (!isSameAddress(recipient, leg.sender) || !isEvmOperation(leg.operation))
    throw buildFieldError('assetType', 'It arrives at the account that pays only.')
}

/** What goes into the pool and what is promised to come out of it, fees of the output included. */
function getTrade({ quote, leg }: { quote: AnyQuote; leg: PlanLeg }) {
  const { assetType, amount } = quote.destinationToken
  return [
    { assetType: leg.assetType, amount: leg.spends - leg.fee },
    { assetType, amount: BigInt(amount) + (leg.feeOut?.amount ?? 0n) },
  ]
}

/** @throws ServiceError PRICE_UNAVAILABLE when another pool has become the largest. */
function checkSameToken({ decimals, pool }: UnlistedToken, unlisted: UnlistedAsset): void {
  const isSame =
    isSameAddress(pool.address, unlisted.pool.address) &&
    pool.fee === unlisted.pool.fee &&
    isSameAsset(pool.pairedWith, unlisted.pairedWith.assetType) &&
    decimals === unlisted.decimals
  if (isSame) return
  throw new ServiceError(
    'PRICE_UNAVAILABLE',
    `The pool or the decimals of ${unlisted.assetType} are others than when the quote was made. Ask for a new quote.`,
  )
}

function buildFieldError(field: string, message: string): ServiceError {
  return buildTamperedError(message, [{ path: `unlistedToken.${field}`, message }])
}
