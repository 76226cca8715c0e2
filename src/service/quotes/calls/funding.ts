import type { Account, EvmAccount } from '#protocol/accounts/account.ts'
import { rescale } from '#protocol/ids/amount.ts'
import { isSameAddress, isSameAsset } from '#protocol/ids/caip.ts'
import type { Asset } from '../../assetIndex.ts'
import type { Balances } from '../../balances/balances.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { ResolvedQuoteRequest, QuoteAsset } from '../request/resolveQuoteRequest.ts'
import { selectInputs } from '../funding/selectInputs.ts'
import {
  getAllocationGas,
  isWorthAllocating,
  type Route,
  countSignatures,
  explainUnallocatable,
} from '../routing/planRoutes.ts'
import type { QuoteRates } from '../pricing/rates.ts'
import {
  findFundingSources,
  type FundingSource,
  type FundingSources,
} from '../funding/fundingSources.ts'
import { type LegAmounts, getLegAmounts } from '../routing/terms.ts'
import type { Amount } from './requirements.ts'

/** The deposits that pay for what a solver lends to a call. */
export type Funding = { resolved: ResolvedQuoteRequest; route: Route; legs: readonly LegAmounts[] }

/** What to pay for, and from which asset. */
export type FundingRequest = {
  /** Accounts that may pay. */
  accounts: readonly Account[]
  /** Makes the calls, which use its own balances of the required assets. */
  account: EvmAccount
  from: QuoteAsset
  required: readonly Amount[]
  /** Not empty. */
  lent: readonly Amount[]
  /** Gas of grant and operation on the target chain. */
  deliveryGas: bigint
}

/** Dependencies of funding a call. */
export type FundingContext = { balances: Balances; book: PriceBook; rates: QuoteRates }

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
  question: FundingRequest,
  context: FundingContext,
): Promise<Funding> {
  const resolved = buildRequest(question)
  const found = await findFundingSources(resolved, context.balances)
  const sources = found.sources.filter((source) => !isReservedForCall(source, question))
  const usable = sources.filter((source) => isPriced(source, { ...question, ...context, resolved }))
  const options = { ...question, ...context, resolved }
  const first = search(usable, options)
  if ('funded' in first) {
    // Sources added in a late round replaced others whose fees are still in the amount; search
    // again.
    const again = search(first.funded.route.allocations, options)
    return 'funded' in again && again.amount < first.amount ? again.funded : first.funded
  }
  if (first.amount !== undefined)
    throw explainFundingShortfall(found, { ...context, resolved, amount: first.amount, sources })
  throw new ServiceError('NO_ROUTE', 'No amount covers both the call and its own fees.')
}

type Search = { funded: Funding; amount: bigint } | { amount: bigint | undefined }

/**
 * Searches from below for the least amount that covers everything due. Without `funded`, `amount`
 * is what the sources do not hold; undefined when the rounds are used up.
 */
function search(
  sources: readonly FundingSource[],
  options: FundingRequest & FundingContext & { resolved: ResolvedQuoteRequest },
): Search {
  let amount = estimateAmount(options, options)
  for (let round = 0; round < maxRounds; round += 1) {
    const funded = allocateFunding(sources, {
      ...options,
      resolved: withAmount(options.resolved, amount),
    })
    if (!funded) return { amount }
    const open = getMissingAmount(funded.legs, options)
    if (open === 0n) return { funded, amount: funded.resolved.input.amount }
    amount = funded.resolved.input.amount + open
  }
  return { amount: undefined }
}

function buildRequest({
  accounts,
  account,
  from,
  lent,
  required,
}: FundingRequest): ResolvedQuoteRequest {
  const [first] = required
  if (!first) throw new Error('Nothing is lent to a call that requires nothing.')
  const aggregate = from.members[0]?.aggregate
  return {
    accounts,
    input: { ...from, amount: 0n },
    output: {
      aggregatedAssetId: toSingleAssetId(first.asset),
      decimals: first.asset.decimals,
      members: [first.asset],
    },
    recipient: account.accountAddress,
    isLike: lent.every(({ asset }) => asset.aggregate === aggregate),
    slippageBps: 0n,
  }
}

/** Returns the id of a chain-specific asset in responses. Source: specification section 1. */
export function toSingleAssetId({ aggregate }: Asset): string {
  return `${aggregate.aggregatedAssetId.split(':')[0] ?? ''}:single`
}

function withAmount(resolved: ResolvedQuoteRequest, amount: bigint): ResolvedQuoteRequest {
  return { ...resolved, input: { ...resolved.input, amount } }
}

/** The account's own tokens on the target chain are used by the call itself. */
function isReservedForCall({ account, asset }: FundingSource, question: FundingRequest): boolean {
  return (
    isSameAddress(account.accountAddress, question.account.accountAddress) &&
    question.required.some((one) => isSameAsset(one.asset.assetType, asset.assetType))
  )
}

function isPriced(
  { asset }: FundingSource,
  options: FundingRequest & FundingContext & { resolved: ResolvedQuoteRequest },
): boolean {
  const { resolved, book, lent } = options
  if (book.priceUsd(asset) === undefined) return false
  if (!resolved.isLike) return true
  return lent.every(
    (one) => book.priceUsd(one.asset) !== undefined && !book.arePricesApart(asset, one.asset),
  )
}

/** A first amount that is never too high: the value of what is lent without fees. */
function estimateAmount(
  { lent }: FundingRequest,
  options: FundingContext & { resolved: ResolvedQuoteRequest },
): bigint {
  const { book, resolved } = options
  const [member] = resolved.input.members
  const worth = lent.reduce((sum, { asset, amount }) => {
    const price = getPrice(asset, { book, isLike: resolved.isLike })
    return sum + rescale(amount, { from: asset.decimals, to: wide }) * price
  }, 0n)
  if (!member) throw new Error('A side without members.')
  const dearest = resolved.input.members.reduce((most, one) => {
    const price = resolved.isLike ? 1n : (book.priceUsd(one) ?? 0n)
    return price > most ? price : most
  }, 1n)
  const guess = worth / (dearest * 10n ** BigInt(wide - resolved.input.decimals))
  return guess === 0n ? 1n : guess
}

/** Returns the cheapest allocation of the amount, rounded up to the sources' step. */
function allocateFunding(
  sources: readonly FundingSource[],
  options: FundingRequest & FundingContext & { resolved: ResolvedQuoteRequest },
): Funding | undefined {
  const { book, rates, lent } = options
  const delivered = lent.map(({ asset }) => asset)
  const step = sources.reduce((most, source) => (source.step > most ? source.step : most), 1n)
  const { amount } = options.resolved.input
  const resolved = withAmount(options.resolved, ((amount + step - 1n) / step) * step)
  const useful = sources.filter((source) => isWorthAllocating(source, { resolved, book }))
  const plans = selectInputs(useful, resolved.input.amount).map((allocations) =>
    buildRoute(allocations, { ...options, resolved }),
  )
  const [route] = plans.toSorted(
    (a, b) => a.signatures - b.signatures || (a.costUsd < b.costUsd ? -1 : 1),
  )
  return (
    route && { resolved, route, legs: getLegAmounts(route, { resolved, book, rates, delivered }) }
  )
}

function buildRoute(
  allocations: Route['allocations'],
  {
    resolved,
    book,
    deliveryGas,
  }: FundingRequest & FundingContext & { resolved: ResolvedQuoteRequest },
): Route {
  const [destination] = resolved.output.members
  if (!destination) throw new Error('A call without a target asset.')
  return {
    kind: 'deposit',
    allocations,
    destination,
    pool: undefined,
    deliveryGas,
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
  { lent, resolved, book }: FundingRequest & FundingContext & { resolved: ResolvedQuoteRequest },
): bigint {
  const { isLike } = resolved
  const due = lent.reduce(
    (sum, { asset, amount }) =>
      sum + rescale(amount, { from: asset.decimals, to: wide }) * getPrice(asset, { book, isLike }),
    0n,
  )
  const paid = legs.reduce(
    (sum, { amount, allocation: { asset } }) =>
      sum + rescale(amount, { from: asset.decimals, to: wide }) * getPrice(asset, { book, isLike }),
    0n,
  )
  if (paid >= due) return 0n
  const dearest = legs.reduce((most, { allocation: { asset } }) => {
    const price = getPrice(asset, { book, isLike })
    return price > most ? price : most
  }, 1n)
  const unit = dearest * 10n ** BigInt(wide - resolved.input.decimals)
  return (due - paid + unit - 1n) / unit
}

function getPrice(asset: Asset, { book, isLike }: { book: PriceBook; isLike: boolean }): bigint {
  if (isLike) return 1n
  const price = book.priceUsd(asset)
  if (price === undefined)
    throw new ServiceError('PRICE_UNAVAILABLE', `${asset.assetType} has no price now.`)
  return price
}

function sumUnits(sources: readonly FundingSource[]): bigint {
  return sources.reduce((sum, { available }) => sum + available, 0n)
}

function explainFundingShortfall(
  found: FundingSources,
  options: FundingContext & {
    resolved: ResolvedQuoteRequest
    amount: bigint
    sources: readonly FundingSource[]
  },
): ServiceError {
  const { resolved, amount, sources, book } = options
  const id = resolved.input.aggregatedAssetId
  const held = sumUnits(sources)
  const wanted = withAmount(resolved, amount)
  const useful = sources.filter((source) => isWorthAllocating(source, { resolved: wanted, book }))
  const [foreign] = found.foreignDelegations
  if (foreign)
    return new ServiceError(
      'DELEGATION-001',
      `${foreign.account.accountAddress} is delegated to another contract on ${foreign.chainId}.`,
    )
  if (found.unavailableChains.length > 0)
    return new ServiceError(
      'CHAIN_UNAVAILABLE',
      `${found.unavailableChains.join(', ')} cannot be read, and the other chains do not hold enough of ${id}.`,
    )
  if (sumUnits(useful) >= amount) return explainUnallocatable(id, { amount, sources: useful })
  return held >= amount
    ? new ServiceError(
        'AMOUNT_TOO_LOW',
        `What is held of ${id} does not cover what moving it costs.`,
      )
    : new ServiceError(
        'INSUFFICIENT_BALANCE',
        `${id}: ${amount} needed for the call and its fees, ${held} available.`,
      )
}
