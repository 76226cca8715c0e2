import type { Chain } from '#chains/ports/chain.ts'
import { chainUnavailableIn } from '#chains/rpc/ChainUnavailable.ts'
import type { AccountOrigin } from '#chains/evm/account/predictAccount.ts'
import type { Network } from '#networks/network.ts'
import type { Account, EvmAccount } from '#protocol/accounts/account.ts'
import { type ChainId, isAddressOn } from '#protocol/ids/caip.ts'
import type { PredictAddressAnswer, PredictAddressRequest } from '#protocol/service/discovery.ts'
import { type EvmChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import type { Quote, QuoteRequest, QuoteRequestV1, QuoteV1 } from '#protocol/quotes/quote.ts'
import { indexAssets } from '../assetIndex.ts'
import type { Balances } from '../balances/balances.ts'
import type { PriceBook, Prices } from '../prices/prices.ts'
import { repeatSpelling } from '../repeatSpelling.ts'
import { ServiceError } from '../ServiceError.ts'
import { type Arrivals, readArrivals } from './routing/arrivals.ts'
import { type Asking, isEvmAccount, resolveRequest } from './request/asking.ts'
import { accountOriginOf, checkAccounts, predictAddress } from './request/checkAccounts.ts'
import { decideDelivery, type Reserved } from './routing/delivery.ts'
import {
  buildDestinationOperation,
  buildOperations,
  expiryOf,
  type QuoteTerms,
} from './build/operations.ts'
import { type BuiltOperation, withMeasuredGas } from './build/operationGas.ts'
import { type Plan, planRoutes } from './routing/plans.ts'
import { defaultRates, type QuoteRates, sessionQuoteBps } from './pricing/rates.ts'
import { drawQuoteId } from './build/quoteId.ts'
import { createSealer } from './build/seal.ts'
import { findSources } from './funding/sources.ts'
import type { SessionGuard } from './request/sessionGuard.ts'
import { createSpelling } from './request/spelling.ts'
import { deliveredAmount, type LegTerms, legTerms, minimumOf } from './routing/terms.ts'
import { type QuoteBody, writeQuote } from './build/wireQuote.ts'

/** Answers quote requests; see {@link createQuotes}. */
export type Quotes = {
  /** Generation 3. */
  quoteV3(request: QuoteRequest): Promise<Quote>
  /** Generation 1: one account, the same builder. */
  quoteV1(request: QuoteRequestV1): Promise<QuoteV1>
  predictAddress(keys: PredictAddressRequest): PredictAddressAnswer
}

/** What quotes are made with. */
export type QuotesOptions = {
  network: Network
  chains: ReadonlyMap<ChainId, Chain>
  balances: Balances
  prices: Prices
  /** 32 bytes of Ed25519; seals every quote. */
  quoteKey: Uint8Array
  rates?: QuoteRates
  /** Inventory spoken for by executions under way; none unless given. */
  reserved?: Reserved
  /** Most gas of one operation; the default unless given. */
  maxOperationGas?: bigint
  /** Whether a session key of the account is held to minimums near the feeds; none is unless given. */
  isNarrowed?: SessionGuard['isNarrowed']
}

/** A quote before its accounts and seal. */
type QuoteDraft = {
  body: QuoteBody
  terms: QuoteTerms
  /** What is delivered. */
  amount: bigint
}

/** What is so about a request beyond what it asks for. */
type Circumstances = {
  /** Where the account of this index stands in the request. */
  pathOf: (index: number) => string
  /** Who may come to the destination by an operation of its own: of generation 1. */
  arriving?: EvmAccount
}

/** Ways tried when the best ones turn out not to work. */
const mostTries = 6

/** Refusals of one way that another way may avoid. */
const avoidable = new Set([
  'AMOUNT_TOO_LOW',
  'INSUFFICIENT_LIQUIDITY',
  'NO_ROUTE',
  'PRICE_UNAVAILABLE',
])

/**
 * Makes the quotes of a network. Nothing is stored: the seal is what makes a quote trustworthy when
 * it comes back.
 *
 * A request is refused with a ServiceError: 400 codes for what is asked wrongly, NO_ROUTE,
 * INSUFFICIENT_BALANCE, AMOUNT_TOO_LOW, INSUFFICIENT_LIQUIDITY, PRICE_UNAVAILABLE or
 * SIMULATION_FAILED when it cannot be done, CHAIN_UNAVAILABLE when a chain that is down is needed.
 *
 * Source: architecture section 3; wire, "Quotes".
 */
export function createQuotes(options: QuotesOptions): Quotes {
  const { network, chains, balances } = options
  const assets = indexAssets(network)
  const origin = accountOriginOf(network)
  const { accountTypes } = network.names
  const spell = createSpelling(accountTypes)
  const seal = createSealer(options.quoteKey, { kind: 'quote', network: network.name })
  return {
    async quoteV3(request) {
      const { draft, accounts } = await quote(request, {
        pathOf: (index) => `from.accounts.${index}`,
      })
      const unsealed = repeatSpelling({ ...draft.body, accounts: [...accounts] }, request)
      return { ...unsealed, tamperProofSignature: seal(unsealed) }
    },
    async quoteV1(asked) {
      const { from: asking, ...request } = asked
      const { account, ...from } = asking
      const single = { ...request, from: { ...from, accounts: [account] } }
      const spelled = spell(account)
      const { draft } = await quote(single, { pathOf: () => 'from.account', arriving: spelled })
      const arrival = await destinationOperation(draft, spelled)
      const unsealed = repeatSpelling({ ...draft.body, account: spelled, ...arrival }, asked)
      return { ...unsealed, tamperProofSignature: seal(unsealed) }
    },
    predictAddress: (keys) => ({
      predictedAddress: predictAddress(keys, { origin, types: accountTypes }),
    }),
  }

  async function quote(
    request: QuoteRequest,
    about: Circumstances,
  ): Promise<{ draft: QuoteDraft; accounts: readonly Account[] }> {
    const accounts = request.from.accounts.map(spell)
    const from = { ...request.from, accounts }
    const asking = resolveRequest({ ...request, from }, { network, assets })
    return { draft: await quoteFor(asking, { ...options, ...about, origin }), accounts }
  }

  /** None where the destination is no EVM chain. */
  async function destinationOperation(
    { terms, amount }: QuoteDraft,
    account: EvmAccount,
  ): Promise<{ destinationChainOperation?: EvmChainOperation }> {
    const { chainId } = terms.plan.destination
    if (!isAddressOn(account.accountAddress, chainId)) return {}
    const chain = chains.get(chainId)
    const holdings = await balances.holdings(account.accountAddress, chainId)
    if (!chain || !holdings)
      throw new ServiceError('CHAIN_UNAVAILABLE', `${chainId} does not answer.`)
    const isFirst = holdings.code === 'none'
    const parts = { network, chain, account, isFirst, amount }
    const operation = await buildDestinationOperation(terms, parts)
    if (!isEvmOperation(operation)) throw new Error(`${chainId} gave no EVM operation.`)
    return { destinationChainOperation: operation }
  }
}

async function quoteFor(
  asking: Asking,
  options: QuotesOptions & Circumstances & { origin: AccountOrigin },
): Promise<QuoteDraft> {
  const { network, balances, prices } = options
  const chainIds = new Set(
    [...asking.from.members, ...asking.to.members].map(({ chainId }) => chainId),
  )
  const [found, book, arrivals] = await Promise.all([
    findSources(asking, balances),
    prices.read([...chainIds]),
    readArrivals(asking, options),
    checkAccounts(asking.accounts.filter(isEvmAccount), {
      ...options,
      pathOf: (account) => options.pathOf(asking.accounts.indexOf(account)),
    }),
  ])
  const plans = planRoutes(asking, {
    network,
    found,
    book,
    arrivals,
    rates: options.rates ?? defaultRates,
  })
  return firstThatWorks(plans, (plan) => quotePlan(plan, { ...options, asking, book, arrivals }))
}

type PlanOptions = QuotesOptions & { asking: Asking; book: PriceBook; arrivals: Arrivals }

/**
 * Prices a plan by what its operations usually take, and anew by what they were measured to take
 * where that is more: a recipient's code may run in them. Source: security rule 32.
 */
async function quotePlan(plan: Plan, options: PlanOptions): Promise<QuoteDraft> {
  const { draft, operations } = await draftQuote(plan, options)
  const dearer = withMeasuredGas(plan, operations)
  if (!dearer) return draft
  const again = await draftQuote(dearer, options)
  if (!withMeasuredGas(dearer, again.operations)) return again.draft
  throw new ServiceError(
    'SIMULATION_FAILED',
    'What the operations take changes with every try, so that they cannot be priced. Choose another recipient.',
  )
}

async function draftQuote(
  plan: Plan,
  options: PlanOptions,
): Promise<{ draft: QuoteDraft; operations: readonly BuiltOperation[] }> {
  const { asking, book, network, rates = defaultRates, reserved = noReservations } = options
  const legs = legTerms(plan, { asking, book, rates })
  const amount = await decideDelivery(plan, { ...options, reserved, legs })
  const startsAt = book.latestTime([
    ...legs.map(({ draw }) => draw.asset.chainId),
    plan.destination.chainId,
  ])
  const terms = {
    id: drawQuoteId(),
    createsRecipientAccount: options.arrivals.isRentPriced(plan.destination),
    plan,
    legs,
    recipient: asking.recipient,
    minimumAmount: await leastOf(plan, { ...options, legs, amount }),
    startsAt,
  }
  checkLeast(terms, options.arrivals)
  const operations = await buildOperations(terms, options)
  const expiresAt = expiryOf(terms, network)
  const body = writeQuote(terms, {
    asking,
    book,
    operations: operations.map(({ operation }) => operation),
    amount,
    expiresAt,
  })
  return { draft: { body, terms, amount }, operations }
}

/** @throws ServiceError AMOUNT_TOO_LOW when the recipient could not hold the least that is delivered. */
function checkLeast({ plan, minimumAmount }: QuoteTerms, arrivals: Arrivals): void {
  const least = arrivals.leastOf(plan.destination)
  if (minimumAmount < least)
    throw new ServiceError(
      'AMOUNT_TOO_LOW',
      `The recipient has no account yet on ${plan.destination.chainId}: it needs ${least} at least to have one, and ${minimumAmount} would be delivered.`,
    )
}

/**
 * What must be delivered at least. Of a swap that a narrowed session key may sign near what the feeds say,
 * where the pool gives as much, whatever was asked for. Source: security rule 34.
 */
async function leastOf(
  plan: Plan,
  options: QuotesOptions & {
    asking: Asking
    book: PriceBook
    legs: readonly LegTerms[]
    amount: bigint
  },
): Promise<bigint> {
  const { asking, book, legs, amount, isNarrowed } = options
  const least = minimumOf(amount, slippageOf(plan, asking))
  const [leg] = legs
  if (plan.kind !== 'swap' || !leg || !(await isNarrowed?.(leg.draw.account))) return least
  const fed = deliveredAmount([leg], { destination: plan.destination, isLike: false, book })
  const held = minimumOf(fed, sessionQuoteBps)
  return held > least && held <= amount ? held : least
}

/** What is sent or wrapped arrives as it is; only a trade can slip. */
function slippageOf(plan: Plan, { slippageBps }: Asking): bigint {
  return plan.kind === 'transfer' || plan.kind === 'convert' ? 0n : slippageBps
}

/** The first plan that can be carried out; otherwise the best plan's reason why not. */
async function firstThatWorks(
  plans: readonly [Plan, ...Plan[]],
  attempt: (plan: Plan) => Promise<QuoteDraft>,
): Promise<QuoteDraft> {
  let reason: unknown
  for (const plan of plans.slice(0, mostTries)) {
    try {
      return await attempt(plan)
    } catch (error) {
      const down = chainUnavailableIn(error)
      const refusal = down
        ? new ServiceError('CHAIN_UNAVAILABLE', `${down.chainId} does not answer.`, {
            cause: error,
          })
        : error
      reason ??= refusal
      const mayAvoid =
        refusal instanceof ServiceError &&
        (avoidable.has(refusal.code) || refusal.code === 'CHAIN_UNAVAILABLE')
      if (!mayAvoid) throw refusal
    }
  }
  throw reason
}

async function noReservations(): Promise<bigint> {
  return 0n
}
