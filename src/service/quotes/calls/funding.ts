import type { Account, EvmAccount } from '#protocol/accounts/account.ts'
import { rescale } from '#protocol/ids/amount.ts'
import { isSameAddress, isSameAsset } from '#protocol/ids/caip.ts'
import type { Asset } from '../../assetIndex.ts'
import type { Balances } from '../../balances/balances.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Asking, Side } from '../request/asking.ts'
import { drawings } from '../funding/drawing.ts'
import { gasOf, isWorthDrawing, type Plan, signaturesOf, undrawable } from '../routing/plans.ts'
import type { QuoteRates } from '../pricing/rates.ts'
import { findSources, type Source, type Sources } from '../funding/sources.ts'
import { type LegTerms, legTerms } from '../routing/terms.ts'
import type { Amount } from './requirements.ts'

/** How what a solver lends to a call is paid for. */
export type Funding = { asking: Asking; plan: Plan; legs: readonly LegTerms[] }

/** What shall be paid for, and out of what. */
export type FundingQuestion = {
  /** The accounts value may be drawn from. */
  accounts: readonly Account[]
  /** Makes the calls; what it holds of the required assets on the target chain is spoken for. */
  account: EvmAccount
  from: Side
  required: readonly Amount[]
  /** Not empty. */
  lent: readonly Amount[]
  /** Gas of grant and operation on the target chain. */
  deliveryGas: bigint
}

/** What funding is worked out with. */
export type FundingContext = { balances: Balances; book: PriceBook; rates: QuoteRates }

/** Rounds of the search for the amount: each closes what the fees of the last one left open. */
const mostRounds = 40
/** Wide enough that no member loses digits before amounts are compared. */
const wide = 36

/**
 * Draws just enough of one asset to pay for what is lent and for the fees.
 *
 * @throws ServiceError INSUFFICIENT_BALANCE, PRICE_UNAVAILABLE, CHAIN_UNAVAILABLE, AMOUNT_TOO_LOW or
 *   DELEGATION-001.
 * Source: wire, "Contract calls": only the shortfall is drawn.
 */
export async function fundCall(
  question: FundingQuestion,
  context: FundingContext,
): Promise<Funding> {
  const asking = askingFor(question)
  const found = await findSources(asking, context.balances)
  const sources = found.sources.filter((source) => !isSpokenFor(source, question))
  const usable = sources.filter((source) => isPriced(source, { ...question, ...context, asking }))
  const options = { ...question, ...context, asking }
  const first = search(usable, options)
  if ('drawn' in first) {
    // Balances that came in late were drawn for an amount that also paid for those they replaced.
    const again = search(first.drawn.plan.draws, options)
    return 'drawn' in again && again.amount < first.amount ? again.drawn : first.drawn
  }
  if (first.amount !== undefined)
    throw lacking(found, { ...context, asking, amount: first.amount, sources })
  throw new ServiceError('NO_ROUTE', 'No amount covers both the call and its own fees.')
}

type Search = { drawn: Funding; amount: bigint } | { amount: bigint | undefined }

/**
 * Looks for the least amount that covers what is due: always from below, so that nothing is drawn
 * beyond it. Without `drawn`, `amount` is what the sources do not hold.
 */
function search(
  sources: readonly Source[],
  options: FundingQuestion & FundingContext & { asking: Asking },
): Search {
  let amount = firstGuess(options, options)
  for (let round = 0; round < mostRounds; round += 1) {
    const drawn = draw(sources, { ...options, asking: withAmount(options.asking, amount) })
    if (!drawn) return { amount }
    const open = missing(drawn.legs, options)
    if (open === 0n) return { drawn, amount: drawn.asking.from.amount }
    amount = drawn.asking.from.amount + open
  }
  return { amount: undefined }
}

function askingFor({ accounts, account, from, lent, required }: FundingQuestion): Asking {
  const [first] = required
  if (!first) throw new Error('Nothing is lent to a call that requires nothing.')
  const aggregate = from.members[0]?.aggregate
  return {
    accounts,
    from: { ...from, amount: 0n },
    to: {
      aggregatedAssetId: singleOf(first.asset),
      decimals: first.asset.decimals,
      members: [first.asset],
    },
    recipient: account.accountAddress,
    isLike: lent.every(({ asset }) => asset.aggregate === aggregate),
    slippageBps: 0n,
  }
}

/** The id of a chain-specific asset in answers. Source: specification section 1. */
export function singleOf({ aggregate }: Asset): string {
  return `${aggregate.aggregatedAssetId.split(':')[0] ?? ''}:single`
}

function withAmount(asking: Asking, amount: bigint): Asking {
  return { ...asking, from: { ...asking.from, amount } }
}

/** The account's own tokens on the target chain go into the call itself. */
function isSpokenFor({ account, asset }: Source, question: FundingQuestion): boolean {
  return (
    isSameAddress(account.accountAddress, question.account.accountAddress) &&
    question.required.some((one) => isSameAsset(one.asset.assetType, asset.assetType))
  )
}

function isPriced(
  { asset }: Source,
  options: FundingQuestion & FundingContext & { asking: Asking },
): boolean {
  const { asking, book, lent } = options
  if (book.priceUsd(asset) === undefined) return false
  if (!asking.isLike) return true
  return lent.every(
    (one) => book.priceUsd(one.asset) !== undefined && !book.arePricesApart(asset, one.asset),
  )
}

/** What is lent is worth, without any fee: too little, but never too much. */
function firstGuess(
  { lent }: FundingQuestion,
  options: FundingContext & { asking: Asking },
): bigint {
  const { book, asking } = options
  const [member] = asking.from.members
  const worth = lent.reduce((sum, { asset, amount }) => {
    const price = priceOf(asset, { book, isLike: asking.isLike })
    return sum + rescale(amount, { from: asset.decimals, to: wide }) * price
  }, 0n)
  if (!member) throw new Error('A side without members.')
  const dearest = asking.from.members.reduce((most, one) => {
    const price = asking.isLike ? 1n : (book.priceUsd(one) ?? 0n)
    return price > most ? price : most
  }, 1n)
  const guess = worth / (dearest * 10n ** BigInt(wide - asking.from.decimals))
  return guess === 0n ? 1n : guess
}

/** The cheapest way to draw the amount, rounded up to what the sources can express. */
function draw(
  sources: readonly Source[],
  options: FundingQuestion & FundingContext & { asking: Asking },
): Funding | undefined {
  const { book, rates, lent } = options
  const delivered = lent.map(({ asset }) => asset)
  const step = sources.reduce((most, source) => (source.step > most ? source.step : most), 1n)
  const { amount } = options.asking.from
  const asking = withAmount(options.asking, ((amount + step - 1n) / step) * step)
  const useful = sources.filter((source) => isWorthDrawing(source, { asking, book }))
  const plans = drawings(useful, asking.from.amount).map((draws) =>
    planOf(draws, { ...options, asking }),
  )
  const [plan] = plans.toSorted(
    (a, b) => a.signatures - b.signatures || (a.costUsd < b.costUsd ? -1 : 1),
  )
  return plan && { asking, plan, legs: legTerms(plan, { asking, book, rates, delivered }) }
}

function planOf(
  draws: Plan['draws'],
  { asking, book, deliveryGas }: FundingQuestion & FundingContext & { asking: Asking },
): Plan {
  const [destination] = asking.to.members
  if (!destination) throw new Error('A call without a target asset.')
  return {
    kind: 'deposit',
    draws,
    destination,
    pool: undefined,
    deliveryGas,
    signatures: draws.reduce((sum, one) => sum + signaturesOf(one), 0),
    costUsd: draws.reduce(
      (sum, one) => sum + (book.gasUsd(one.asset.chainId, gasOf(one, 'deposit')) ?? 0n),
      0n,
    ),
  }
}

/** At most how much more has to be drawn until what the solver gets is worth what it lends. */
function missing(
  legs: readonly LegTerms[],
  { lent, asking, book }: FundingQuestion & FundingContext & { asking: Asking },
): bigint {
  const { isLike } = asking
  const due = lent.reduce(
    (sum, { asset, amount }) =>
      sum + rescale(amount, { from: asset.decimals, to: wide }) * priceOf(asset, { book, isLike }),
    0n,
  )
  const paid = legs.reduce(
    (sum, { amount, draw: { asset } }) =>
      sum + rescale(amount, { from: asset.decimals, to: wide }) * priceOf(asset, { book, isLike }),
    0n,
  )
  if (paid >= due) return 0n
  const dearest = legs.reduce((most, { draw: { asset } }) => {
    const price = priceOf(asset, { book, isLike })
    return price > most ? price : most
  }, 1n)
  const unit = dearest * 10n ** BigInt(wide - asking.from.decimals)
  return (due - paid + unit - 1n) / unit
}

function priceOf(asset: Asset, { book, isLike }: { book: PriceBook; isLike: boolean }): bigint {
  if (isLike) return 1n
  const price = book.priceUsd(asset)
  if (price === undefined)
    throw new ServiceError('PRICE_UNAVAILABLE', `${asset.assetType} has no price now.`)
  return price
}

function sumOf(sources: readonly Source[]): bigint {
  return sources.reduce((sum, { available }) => sum + available, 0n)
}

function lacking(
  found: Sources,
  options: FundingContext & { asking: Asking; amount: bigint; sources: readonly Source[] },
): ServiceError {
  const { asking, amount, sources, book } = options
  const id = asking.from.aggregatedAssetId
  const held = sumOf(sources)
  const wanted = withAmount(asking, amount)
  const useful = sources.filter((source) => isWorthDrawing(source, { asking: wanted, book }))
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
  if (sumOf(useful) >= amount) return undrawable(id, { amount, sources: useful })
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
