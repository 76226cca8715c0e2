import type { Account, EvmAccount } from '#protocol/accounts/account.ts'
import { rescale } from '#protocol/ids/amount.ts'
import { isSameAddress, isSameAsset } from '#protocol/ids/caip.ts'
import { type Asset, describeAmount } from '../../assetIndex.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { ResolvedQuoteRequest, QuoteAsset } from '../request/resolveQuoteRequest.ts'
import { selectInputs } from '../funding/selectInputs.ts'
import type { QuoteService } from '../quoteService.ts'
import { getAllocationGas, type Route } from '../routing/route.ts'
import { explainUnallocatable } from '../routing/explainShortfall.ts'
import { isWorthAllocating, countSignatures } from '../routing/planRoutes.ts'
import type { QuoteRates } from '../pricing/rates.ts'
import {
  findFundingSources,
  type FundingSource,
  type FundingSources,
} from '../funding/fundingSources.ts'
import { getFeeUnits, type LegAmounts, getLegAmounts } from '../routing/terms.ts'
import type { Amount } from './requirements.ts'

/** The deposits that pay for what a solver lends to a call. */
export type Funding = { resolved: ResolvedQuoteRequest; route: Route; legs: readonly LegAmounts[] }

/** A call with lent tokens, and the accounts that pay for them. */
export type LentCall = {
  /** Accounts that may pay, each on the chains of its ecosystem. */
  accounts: readonly Account[]
  /** Makes the calls, which use its own balances of the required assets. */
  account: EvmAccount
  required: readonly Amount[]
  /** Not empty. */
  lent: readonly Amount[]
}

/** What to pay for, and from which asset. */
export type FundingRequest = {
  call: LentCall
  from: QuoteAsset
  /** Gas of grant and operation on the target chain. */
  deliveryGas: bigint
}

/** A funding request as the search for its amount sees it; `resolved` has the amount tried. */
type FundingSearch = {
  request: FundingRequest
  resolved: ResolvedQuoteRequest
  book: PriceBook
  rates: QuoteRates
}

/** Maximum rounds of the search; each adds what the previous one's fees left unpaid. */
const maxRounds = 40
/** Wide enough to compare amounts of any decimals without loss. */
const wide = 36

/**
 * Allocates just enough of one asset to pay for what is lent and for the fees.
 *
 * @throws ServiceError INSUFFICIENT_BALANCE, PRICE_UNAVAILABLE, CHAIN_UNAVAILABLE, AMOUNT_TOO_LOW
 *   or DELEGATION-001.
 * Source: wire, "Contract calls": only the shortfall is paid for.
 */
export async function fundCall(
  request: FundingRequest,
  book: PriceBook,
  service: QuoteService,
): Promise<Funding> {
  const { rates } = service
  const search: FundingSearch = { request, resolved: resolveFunding(request), book, rates }
  const found = await findFundingSources(search.resolved, service)
  const sources = found.sources.filter((source) => !isReservedForCall(source, request.call))
  const first = searchAmount(
    sources.filter((source) => isPriced(source, search)),
    search,
  )
  if ('funded' in first) {
    // A source added in a late round can replace others whose fees are still in the amount.
    const again = searchAmount(first.funded.route.allocations, search)
    return 'funded' in again && again.amount < first.amount ? again.funded : first.funded
  }
  if (first.amount === undefined)
    throw new ServiceError('NO_ROUTE', 'No amount covers both the call and its own fees.')
  throw explainFundingShortfall({ ...found, sources }, { search, amount: first.amount })
}

type SearchResult = { funded: Funding; amount: bigint } | { amount: bigint | undefined }

/**
 * Searches from below for the least amount that covers everything due. Without `funded`, `amount`
 * is what the sources do not hold; undefined when the rounds are used up.
 */
function searchAmount(sources: readonly FundingSource[], search: FundingSearch): SearchResult {
  let amount = estimateAmount(search)
  for (let round = 0; round < maxRounds; round += 1) {
    const resolved = withAmount(search.resolved, amount)
    const funded = allocateFunding(sources, { ...search, resolved })
    if (!funded) return { amount }
    if ('unpaidFees' in funded) {
      amount = funded.amount + funded.unpaidFees
      continue
    }
    const missing = getMissingAmount(funded.legs, search)
    if (missing === 0n) return { funded, amount: funded.resolved.input.amount }
    amount = funded.resolved.input.amount + missing
  }
  return { amount: undefined }
}

function resolveFunding({ call, from }: FundingRequest): ResolvedQuoteRequest {
  const { accounts, account, required, lent } = call
  const [first] = required
  if (!first) throw new Error('Nothing is lent to a call that requires nothing.')
  const aggregate = from.members[0]?.aggregate
  return {
    accounts,
    input: { ...from, amount: 0n },
    output: {
      assetId: first.asset.assetType,
      symbol: first.asset.symbol,
      decimals: first.asset.decimals,
      members: [first.asset],
    },
    recipient: account.accountAddress,
    isLike: lent.every(({ asset }) => asset.aggregate === aggregate),
    slippageBps: 0n,
  }
}

function withAmount(resolved: ResolvedQuoteRequest, amount: bigint): ResolvedQuoteRequest {
  return { ...resolved, input: { ...resolved.input, amount } }
}

/** The account's own tokens on the target chain are used by the call itself. */
function isReservedForCall({ account, asset }: FundingSource, call: LentCall): boolean {
  return (
    isSameAddress(account.accountAddress, call.account.accountAddress) &&
    call.required.some((one) => isSameAsset(one.asset.assetType, asset.assetType))
  )
}

function isPriced({ asset }: FundingSource, { request, resolved, book }: FundingSearch): boolean {
  if (book.priceUsd(asset) === undefined) return false
  if (!resolved.isLike) return true
  return request.call.lent.every(
    (one) => book.priceUsd(one.asset) !== undefined && !book.arePricesApart(asset, one.asset),
  )
}

/** A first amount that is never too high: the value of what is lent without fees. */
function estimateAmount({ request, resolved, book }: FundingSearch): bigint {
  const [member] = resolved.input.members
  const worth = sumWorth(request.call.lent, { book, isLike: resolved.isLike })
  if (!member) throw new Error('An asset to pay with has no members.')
  const dearest = resolved.input.members.reduce((most, one) => {
    const price = resolved.isLike ? 1n : (book.priceUsd(one) ?? 0n)
    return price > most ? price : most
  }, 1n)
  const guess = worth / (dearest * 10n ** BigInt(wide - resolved.input.decimals))
  return guess === 0n ? 1n : guess
}

/**
 * Returns the cheapest allocation of the amount, rounded up to the sources' step; `unpaidFees` is
 * what an amount lacks that does not even cover its own fees.
 */
function allocateFunding(
  sources: readonly FundingSource[],
  search: FundingSearch,
): Funding | { amount: bigint; unpaidFees: bigint } | undefined {
  const { request, book, rates } = search
  const delivered = request.call.lent.map(({ asset }) => asset)
  const step = sources.reduce((most, source) => (source.step > most ? source.step : most), 1n)
  const { amount } = search.resolved.input
  const resolved = withAmount(search.resolved, ((amount + step - 1n) / step) * step)
  const useful = sources.filter((source) => isWorthMoving(source, { resolved, book }))
  const routes = selectInputs(useful, resolved.input.amount).map((allocations) =>
    buildRoute(allocations, search),
  )
  const [route] = routes.toSorted(
    (a, b) => a.signatures - b.signatures || (a.costUsd < b.costUsd ? -1 : 1),
  )
  if (!route) return undefined
  const pricing = { resolved, book, rates, delivered }
  const unpaidFees = route.allocations.reduce((sum, one) => {
    const unpaid = getFeeUnits(one, route, pricing) + one.step - one.total
    return unpaid > 0n ? sum + unpaid : sum
  }, 0n)
  if (unpaidFees > 0n) return { amount: resolved.input.amount, unpaidFees }
  return { resolved, route, legs: getLegAmounts(route, pricing) }
}

/**
 * Whether a balance brings more than moving it costs. Of one that holds more than the amount all of
 * it counts: a call may lack less than its fee, and who asks for it pays that.
 */
function isWorthMoving(
  source: FundingSource,
  { resolved, book }: { resolved: ResolvedQuoteRequest; book: PriceBook },
): boolean {
  const { amount } = resolved.input
  const most = source.available > amount ? source.available : amount
  return isWorthAllocating(source, { resolved: withAmount(resolved, most), book })
}

function buildRoute(
  allocations: Route['allocations'],
  { request, resolved, book }: FundingSearch,
): Route {
  const [destination] = resolved.output.members
  if (!destination) throw new Error('A call without a target asset.')
  return {
    kind: 'deposit',
    allocations,
    destination,
    pool: undefined,
    deliveryGas: request.deliveryGas,
    signatures: allocations.reduce((sum, one) => sum + countSignatures(one), 0),
    costUsd: allocations.reduce(
      (sum, one) => sum + (book.gasUsd(one.asset.chainId, getAllocationGas(one, 'deposit')) ?? 0n),
      0n,
    ),
  }
}

/** Returns an upper bound of the additional amount until the solver is fully paid. */
function getMissingAmount(
  legs: readonly LegAmounts[],
  { request, resolved, book }: FundingSearch,
): bigint {
  const { isLike } = resolved
  const paying = legs.map(({ amount, allocation: { asset } }) => ({ asset, amount }))
  const due = sumWorth(request.call.lent, { book, isLike })
  const paid = sumWorth(paying, { book, isLike })
  if (paid >= due) return 0n
  const dearest = paying.reduce((most, { asset }) => {
    const price = getPrice(asset, { book, isLike })
    return price > most ? price : most
  }, 1n)
  const unit = dearest * 10n ** BigInt(wide - resolved.input.decimals)
  return (due - paid + unit - 1n) / unit
}

function sumWorth(
  amounts: readonly Amount[],
  { book, isLike }: { book: PriceBook; isLike: boolean },
): bigint {
  return amounts.reduce(
    (sum, { asset, amount }) =>
      sum + rescale(amount, { from: asset.decimals, to: wide }) * getPrice(asset, { book, isLike }),
    0n,
  )
}

function getPrice(asset: Asset, { book, isLike }: { book: PriceBook; isLike: boolean }): bigint {
  if (isLike) return 1n
  const price = book.priceUsd(asset)
  if (price === undefined)
    throw new ServiceError('PRICE_UNAVAILABLE', `${asset.symbol} has no price now.`)
  return price
}

function sumUnits(sources: readonly FundingSource[]): bigint {
  return sources.reduce((sum, { available }) => sum + available, 0n)
}

function explainFundingShortfall(
  { sources, foreignDelegations, unavailableChains }: FundingSources,
  { search, amount }: { search: FundingSearch; amount: bigint },
): ServiceError {
  const { book } = search
  const resolved = withAmount(search.resolved, amount)
  const { input } = resolved
  const held = sumUnits(sources)
  const useful = sources.filter((source) => isWorthMoving(source, { resolved, book }))
  const [foreign] = foreignDelegations
  if (foreign)
    return new ServiceError(
      'DELEGATION-001',
      `${foreign.account.accountAddress} is delegated to another contract on ${foreign.chainId}.`,
    )
  if (unavailableChains.length > 0)
    return new ServiceError(
      'CHAIN_UNAVAILABLE',
      `${unavailableChains.join(', ')} cannot be read, and the other chains do not hold enough ${input.symbol}.`,
    )
  if (sumUnits(useful) >= amount) return explainUnallocatable(input, useful)
  const [needed, available] = [getLeastFunding(sources, search) ?? amount, held].map((units) =>
    describeAmount(units, input),
  )
  return held >= amount
    ? new ServiceError(
        'AMOUNT_TOO_LOW',
        `Moving the ${available} held for it costs more than it brings. ${needed} on one chain cover what the call lacks and the fees.`,
      )
    : new ServiceError(
        'INSUFFICIENT_BALANCE',
        `${needed} needed for what the call lacks and the fees, ${available} available.`,
      )
}

/** Returns what one of the sources would have to hold to pay alone, where that costs least. */
function getLeastFunding(
  sources: readonly FundingSource[],
  search: FundingSearch,
): bigint | undefined {
  const rich = sources.map((source) => ({ ...source, available: source.step * 2n ** 200n }))
  const found = searchAmount(rich, search)
  return 'funded' in found ? found.amount : undefined
}
