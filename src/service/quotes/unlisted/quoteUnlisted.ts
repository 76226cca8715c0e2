import type { Account } from '#protocol/accounts/account.ts'
import { type AssetType, splitAssetType } from '#protocol/ids/caip.ts'
import type { QuoteRequest } from '#protocol/quotes/quote.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { toUnits } from '../../prices/usd.ts'
import { describeAmount } from '../../assetIndex.ts'
import { ServiceError } from '../../ServiceError.ts'
import { buildOperations, getExpiry, type QuoteTerms } from '../build/buildOperations.ts'
import { addMeasuredGas } from '../build/operationGas.ts'
import { generateQuoteId } from '../build/createQuoteSigner.ts'
import type { QuoteBody } from '../build/wireQuote.ts'
import type { QuoteService } from '../quoteService.ts'
import type { ResolvedQuoteRequest } from '../request/resolveQuoteRequest.ts'
import { getAllocationGas, type Route } from '../routing/route.ts'
import { getLegAmounts, getMinimum, type LegAmounts } from '../routing/terms.ts'
import { readUnlistedAsset, tryUnlistedAsset } from './readUnlistedAsset.ts'
import { isUnlisted, type UnlistedAsset, widenNetwork } from './unlistedAsset.ts'
import { buildRouteError, resolveUnlistedRequest } from './unlistedRequest.ts'
import { planUnlistedRoute } from './unlistedRoute.ts'
import { checkPoolTrade } from './unlistedTerms.ts'
import { toUnlistedQuote } from './unlistedWire.ts'

/** All that is known before such a quote is priced. */
type UnlistedContext = {
  unlisted: UnlistedAsset
  resolved: ResolvedQuoteRequest
  book: PriceBook
  /** With the token's network. */
  service: QuoteService
}

/**
 * Quotes a swap on one chain from or to a token that no list names, through one pool of the pinned
 * exchange. The service neither holds the token nor takes a fee in it nor fronts anything for it.
 *
 * @param assetType - The token, see {@link findUnlistedAsset}.
 * @throws ServiceError like a quote; PRICE_UNAVAILABLE and SIMULATION_FAILED say what is wrong with
 *   pool or token.
 * Source: ours (wire, "Tokens on no list").
 */
export async function quoteUnlisted(
  request: QuoteRequest,
  options: { assetType: AssetType; accounts: readonly Account[]; service: QuoteService },
): Promise<QuoteBody> {
  const { accounts, assetType } = options
  const { chains, prices, assets } = options.service
  const { chainId } = splitAssetType(assetType)
  const book = await prices.read([chainId])
  const unlisted = await readUnlistedAsset(assetType, { chains, assets, book })
  const wide = widenNetwork(options.service.network, unlisted)
  const service = { ...options.service, ...wide }
  const resolved = resolveUnlistedRequest(request, { ...wide, accounts, chainId })
  const route = await planUnlistedRoute({ ...wide, resolved, unlisted }, options.service)
  await checkSession(route, service)
  return quoteRoute(route, { unlisted, resolved, book, service })
}

/** A narrowed session key is held to the feeds, and such a token has none. */
async function checkSession(
  { allocations }: Route,
  { isNarrowed }: Pick<QuoteService, 'isNarrowed'>,
): Promise<void> {
  for (const { account } of allocations)
    if (await isNarrowed(account))
      throw buildRouteError('A session key that its admin has narrowed may not trade it.')
}

/** Quotes with the usual gas of a swap, and again with the measured gas where that is higher. */
async function quoteRoute(route: Route, context: UnlistedContext): Promise<QuoteBody> {
  const first = await draft(route, context)
  if (!first.measured) return first.body
  const again = await draft(first.measured, context)
  if (!again.measured) return again.body
  throw new ServiceError(
    'SIMULATION_FAILED',
    'What the swap takes changes with every try, so that it cannot be priced.',
  )
}

async function draft(
  route: Route,
  context: UnlistedContext,
): Promise<{ body: QuoteBody; measured: Route | undefined }> {
  const { resolved, book, service, unlisted } = context
  const priced = await priceTrade(route, context)
  const terms: QuoteTerms = {
    id: generateQuoteId(),
    createsRecipientAccount: false,
    route,
    legs: [priced.leg],
    recipient: resolved.recipient,
    minimumAmount: priced.minimumAmount,
    startsAt: book.latestTime([unlisted.chainId]),
  }
  // What is wrong with a token is said by its trial, better than by the operation that it breaks.
  await tryUnlistedAsset(unlisted, { amount: priced.pairedAmount, chains: service.chains })
  const operations = await buildOperations(terms, service)
  const body = toUnlistedQuote(terms, {
    ...context,
    listed: service.network,
    operations: operations.map(({ operation }) => operation),
    amount: priced.amount,
    expiresAt: getExpiry(terms, service.network),
  })
  return { body, measured: addMeasuredGas(route, operations) }
}

/** Amounts of a trade; `pairedAmount` is what its pool gets or gives of the listed token. */
type PricedTrade = {
  leg: LegAmounts
  amount: bigint
  minimumAmount: bigint
  pairedAmount: bigint
}

async function priceTrade(route: Route, context: UnlistedContext): Promise<PricedTrade> {
  const { resolved, unlisted, book } = context
  const leg = getPoolLeg(route, context)
  const { asset } = leg.allocation
  const out = await quotePool({ route, leg }, context)
  const { destination } = route
  const trade = {
    given: { asset, amount: leg.amount },
    taken: { asset: destination, amount: out },
  }
  checkPoolTrade(trade, { unlisted, book })
  if (!isUnlisted(unlisted, asset)) {
    const minimumAmount = getMinimum(out, resolved.slippageBps)
    return { leg, amount: out, minimumAmount, pairedAmount: leg.amount }
  }
  const feeOut = getFeeOut({ route, leg, out }, context)
  const amount = out - feeOut
  const minimumAmount = getMinimum(amount, resolved.slippageBps)
  return { leg: { ...leg, feeOut }, amount, minimumAmount, pairedAmount: out }
}

/** The fee of a token that is bought is paid in what is given; of one that is sold in what arrives. */
function getPoolLeg(
  route: Route,
  { resolved, unlisted, book, service }: UnlistedContext,
): LegAmounts {
  const [allocation] = route.allocations
  if (!allocation) throw new Error('A swap needs one balance.')
  if (isUnlisted(unlisted, allocation.asset))
    return { allocation, amount: allocation.total, fee: 0n }
  const [leg] = getLegAmounts(route, { resolved, book, rates: service.rates })
  if (!leg) throw new Error('A swap needs one leg.')
  return leg
}

async function quotePool(
  { route: { destination, pool }, leg }: { route: Route; leg: LegAmounts },
  { service }: UnlistedContext,
): Promise<bigint> {
  const { asset } = leg.allocation
  const out = await service.chains.get(destination.chainId)?.quotePool({
    from: asset.assetType,
    to: destination.assetType,
    poolFee: pool?.fee ?? 0,
    amount: leg.amount,
  })
  if (out !== undefined && out > 0n) return out
  throw new ServiceError(
    'INSUFFICIENT_LIQUIDITY',
    `There is not enough ${destination.symbol} in the pool for ${describeAmount(leg.amount, asset)}.`,
  )
}

/**
 * Gas with its markup and the operator's fee, in what arrives; an app gets nothing of it.
 *
 * @throws ServiceError AMOUNT_TOO_LOW or PRICE_UNAVAILABLE.
 */
function getFeeOut(
  { route, leg, out }: { route: Route; leg: LegAmounts; out: bigint },
  { book, service: { rates } }: UnlistedContext,
): bigint {
  const { destination } = route
  const priceUsd = book.priceUsd(destination)
  const gasUsd = book.gasUsd(destination.chainId, getAllocationGas(leg.allocation, 'swap'))
  if (priceUsd === undefined || gasUsd === undefined)
    throw new ServiceError('PRICE_UNAVAILABLE', `${destination.symbol} has no price now.`)
  const gas = toUnits((gasUsd * (10_000n + rates.gasMarkupBps)) / 10_000n, {
    decimals: destination.decimals,
    priceUsd,
  })
  const fee = gas + (out * rates.appFeeBps) / 10_000n
  if (fee < out) return fee
  throw new ServiceError(
    'AMOUNT_TOO_LOW',
    `Of the ${describeAmount(out, destination)} that it brings in, ${describeAmount(fee, destination)} would go into fees.`,
  )
}
