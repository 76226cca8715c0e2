import type { Network } from '#networks/network.ts'
import type { ChainOperation } from '#protocol/orders/operation.ts'
import { findResembled } from '#protocol/quotes/resemblance.ts'
import { triedSteps, type UnlistedToken, unlistedBounds } from '#protocol/quotes/unlistedToken.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { formatUsd } from '../../prices/usd.ts'
import type { QuoteTerms } from '../build/buildOperations.ts'
import { type QuoteBody, toWireQuote } from '../build/wireQuote.ts'
import type { ResolvedQuoteRequest } from '../request/resolveQuoteRequest.ts'
import { getWorth, type LegAmounts } from '../routing/terms.ts'
import { isUnlisted, type UnlistedAsset } from './unlistedAsset.ts'
import { formatPoolWorth } from './unlistedTerms.ts'

/** What such a quote is written from. */
type UnlistedWire = {
  unlisted: UnlistedAsset
  resolved: ResolvedQuoteRequest
  book: PriceBook
  /** Its listed assets are what the token may resemble. */
  listed: Network
  operations: readonly ChainOperation[]
  amount: bigint
  expiresAt: bigint
}

/**
 * Converts a quote of a token that no list names to its wire form: what the token is worth is its
 * pool's average price, and a fee of what arrives is shown as such.
 */
export function toUnlistedQuote(terms: QuoteTerms, wire: UnlistedWire): QuoteBody {
  const { unlisted, book } = wire
  // The token's worth is written below; there is no price of it elsewhere.
  const quiet = { ...book, priceUsd: withoutPrice(unlisted, book) }
  const body = toWireQuote(terms, { ...wire, book: quiet })
  const [leg] = terms.legs
  const unlistedToken = toUnlistedToken(wire)
  if (!leg) throw new Error('A swap needs one leg.')
  return isUnlisted(unlisted, leg.allocation.asset)
    ? { ...body, ...showSold(body, { leg, terms, wire }), unlistedToken }
    : { ...body, ...showBought(body, { terms, wire }), unlistedToken }
}

/** 0 for the token itself: the amounts of the wire are then computed, and replaced. */
function withoutPrice(unlisted: UnlistedAsset, book: PriceBook): PriceBook['priceUsd'] {
  return (asset) => (isUnlisted(unlisted, asset) ? 0n : book.priceUsd(asset))
}

function showBought(
  { destinationToken, slippage }: QuoteBody,
  { terms: { minimumAmount, route }, wire }: { terms: QuoteTerms; wire: UnlistedWire },
): Partial<QuoteBody> {
  const at = { ...wire, asset: route.destination }
  const usd = formatPoolWorth(wire.amount - minimumAmount, at)
  return {
    destinationToken: {
      ...destinationToken,
      fiatValue: formatPoolWorth(wire.amount, at),
      minimumFiatValue: formatPoolWorth(minimumAmount, at),
    },
    ...(slippage && {
      slippage: { ...slippage, destination: { ...slippage.destination, usd } },
    }),
  }
}

function showSold(
  { originToken }: QuoteBody,
  { leg, terms, wire }: { leg: LegAmounts; terms: QuoteTerms; wire: UnlistedWire },
): Partial<QuoteBody> {
  const { allocation, amount, feeOut = 0n } = leg
  const { destination } = terms.route
  const fiatValue = formatPoolWorth(amount, { ...wire, asset: allocation.asset })
  const feeUsd = getWorth(feeOut, { asset: destination, book: wire.book })
  return {
    originToken: {
      ...originToken,
      fiatValue: originToken.fiatValue.map((row) => ({ ...row, fiatValue })),
    },
    fees: {
      assets: { [destination.assetType]: feeOut.toString() },
      cumulativeUSD: formatUsd(feeUsd),
    },
  }
}

function toUnlistedToken({ unlisted, listed }: UnlistedWire): UnlistedToken {
  const { assetType, symbol, name, decimals, pool, pairedWith } = unlisted
  const members = listed.aggregates
    .flatMap((aggregate) => aggregate.members)
    .filter((member) => !isUnlisted(unlisted, member))
  const resembles = findResembled({ symbol, name }, members)
  return {
    assetType,
    ...(symbol !== undefined && { symbol }),
    ...(name !== undefined && { name }),
    decimals,
    ...(resembles && { resembles }),
    pool: {
      address: pool.address,
      fee: pool.fee,
      pairedWith: pairedWith.assetType,
      pairedAmount: pool.held.toString(),
      priceSeconds: unlistedBounds.priceSeconds,
    },
    tried: [...triedSteps],
  }
}
