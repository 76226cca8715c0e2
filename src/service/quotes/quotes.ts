import type { Chain } from '#chains/ports/chain.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
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
import { restoreRequestCasing } from '../restoreRequestCasing.ts'
import { ServiceError } from '../ServiceError.ts'
import { type RecipientStates, readRecipientStates } from './routing/recipientStates.ts'
import {
  type ResolvedQuoteRequest,
  isEvmAccount,
  resolveQuoteRequest,
} from './request/resolveQuoteRequest.ts'
import { getAccountOrigin, checkAccounts, predictAddress } from './request/checkAccounts.ts'
import { decideDelivery, type Reserved } from './routing/delivery.ts'
import {
  buildDestinationOperation,
  buildOperations,
  getExpiry,
  type QuoteTerms,
} from './build/buildOperations.ts'
import { type BuiltOperation, addMeasuredGas } from './build/operationGas.ts'
import { type Route, planRoutes } from './routing/planRoutes.ts'
import { defaultRates, type QuoteRates, sessionQuoteBps } from './pricing/rates.ts'
import { generateQuoteId } from './build/quoteId.ts'
import { createQuoteSigner } from './build/createQuoteSigner.ts'
import { findFundingSources } from './funding/fundingSources.ts'
import type { SessionGuard } from './request/sessionGuard.ts'
import { createAccountNormalizer } from './request/normalizeAccount.ts'
import { getDeliveredAmount, type LegAmounts, getLegAmounts, getMinimum } from './routing/terms.ts'
import { type QuoteBody, toWireQuote } from './build/wireQuote.ts'

/** Quotes transfers and swaps; see {@link createQuotes}. */
export type Quotes = {
  /** Generation 3. */
  quoteV3(request: QuoteRequest): Promise<Quote>
  /** Generation 1: a single account. */
  quoteV1(request: QuoteRequestV1): Promise<QuoteV1>
  predictAddress(keys: PredictAddressRequest): PredictAddressAnswer
}

/** Dependencies and settings of {@link createQuotes}. */
export type QuotesOptions = {
  network: Network
  chains: ReadonlyMap<ChainId, Chain>
  balances: Balances
  prices: Prices
  /** 32-byte Ed25519 key that signs every quote. */
  quoteKey: Uint8Array
  rates?: QuoteRates
  /** Inventory reserved by executions under way; none by default. */
  reserved?: Reserved
  /** Maximum gas of one operation; {@link defaultMaxOperationGas} by default. */
  maxOperationGas?: bigint
  /** Whether minimums of the account's swaps are held near the feeds; false by default. */
  isNarrowed?: SessionGuard['isNarrowed']
}

/** A quote before accounts and signature are added. */
type QuoteDraft = {
  body: QuoteBody
  terms: QuoteTerms
  /** Amount delivered. */
  amount: bigint
}

/** Request details that depend on the API generation. */
type QuoteContext = {
  /** Returns the path of the account with this index within the request. */
  getPath: (index: number) => string
  /** Account that may deploy itself on the destination by its own operation; generation 1 only. */
  deployingAccount?: EvmAccount
}

/** Maximum number of routes tried, best first. */
const maxAttempts = 6

/** Errors of one route that another route may avoid. */
const retryableCodes = new Set([
  'AMOUNT_TOO_LOW',
  'INSUFFICIENT_LIQUIDITY',
  'NO_ROUTE',
  'PRICE_UNAVAILABLE',
])

/**
 * Creates the quotes of a network. Quotes are not stored; their signature proves their origin when
 * they are submitted.
 *
 * A request that cannot be quoted throws a ServiceError: a 400 code for an invalid request,
 * NO_ROUTE, INSUFFICIENT_BALANCE, AMOUNT_TOO_LOW, INSUFFICIENT_LIQUIDITY, PRICE_UNAVAILABLE or
 * SIMULATION_FAILED when it is not possible, CHAIN_UNAVAILABLE when a required chain is down.
 *
 * Source: architecture section 3; wire, "Quotes".
 */
export function createQuotes(options: QuotesOptions): Quotes {
  const { network, chains, balances } = options
  const assets = indexAssets(network)
  const origin = getAccountOrigin(network)
  const { accountTypes: types } = network.names
  const spell = createAccountNormalizer(types)
  const seal = createQuoteSigner(options.quoteKey, { kind: 'quote', network: network.name })
  return {
    async quoteV3(request) {
      const { draft, accounts } = await quote(request, {
        getPath: (index) => `from.accounts.${index}`,
      })
      const unsigned = restoreRequestCasing({ ...draft.body, accounts: [...accounts] }, request)
      return { ...unsigned, tamperProofSignature: seal(unsigned) }
    },
    async quoteV1(asked) {
      const { from: resolved, ...request } = asked
      const { account, ...from } = resolved
      const single = { ...request, from: { ...from, accounts: [account] } }
      const normalized = spell(account)
      const { draft } = await quote(single, {
        getPath: () => 'from.account',
        deployingAccount: normalized,
      })
      const arrival = await destinationOperation(draft, normalized)
      const unsigned = restoreRequestCasing(
        { ...draft.body, account: normalized, ...arrival },
        asked,
      )
      return { ...unsigned, tamperProofSignature: seal(unsigned) }
    },
    predictAddress: (keys) => ({ predictedAddress: predictAddress(keys, { origin, types }) }),
  }

  async function quote(
    request: QuoteRequest,
    about: QuoteContext,
  ): Promise<{ draft: QuoteDraft; accounts: readonly Account[] }> {
    const accounts = request.from.accounts.map(spell)
    const from = { ...request.from, accounts }
    const resolved = resolveQuoteRequest({ ...request, from }, { network, assets })
    return { draft: await quoteFor(resolved, { ...options, ...about, origin }), accounts }
  }

  /** Empty when the destination is not an EVM chain. */
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
  resolved: ResolvedQuoteRequest,
  options: QuotesOptions & QuoteContext & { origin: AccountOrigin },
): Promise<QuoteDraft> {
  const { network, balances, prices } = options
  const chainIds = new Set(
    [...resolved.input.members, ...resolved.output.members].map(({ chainId }) => chainId),
  )
  const [found, book, recipientStates] = await Promise.all([
    findFundingSources(resolved, balances),
    prices.read([...chainIds]),
    readRecipientStates(resolved, options),
    checkAccounts(resolved.accounts.filter(isEvmAccount), {
      ...options,
      pathOf: (account) => options.getPath(resolved.accounts.indexOf(account)),
    }),
  ])
  const plans = planRoutes(resolved, {
    network,
    found,
    book,
    recipientStates,
    rates: options.rates ?? defaultRates,
  })
  return pickFirstFeasible(plans, (plan) =>
    quoteRoute(plan, { ...options, resolved, book, recipientStates }),
  )
}

type RouteOptions = QuotesOptions & {
  resolved: ResolvedQuoteRequest
  book: PriceBook
  recipientStates: RecipientStates
}

/**
 * Quotes a route with the usual gas of its operations, and again with the measured gas where that
 * is higher: a recipient's code may run in them. Source: security rule 32.
 */
async function quoteRoute(plan: Route, options: RouteOptions): Promise<QuoteDraft> {
  const { draft, operations } = await draftQuote(plan, options)
  const dearer = addMeasuredGas(plan, operations)
  if (!dearer) return draft
  const again = await draftQuote(dearer, options)
  if (!addMeasuredGas(dearer, again.operations)) return again.draft
  throw new ServiceError(
    'SIMULATION_FAILED',
    'What the operations take changes with every try, so that they cannot be priced. Choose another recipient.',
  )
}

async function draftQuote(
  plan: Route,
  options: RouteOptions,
): Promise<{ draft: QuoteDraft; operations: readonly BuiltOperation[] }> {
  const { resolved, book, network, rates = defaultRates, reserved = readNoReservations } = options
  const legs = getLegAmounts(plan, { resolved, book, rates })
  const amount = await decideDelivery(plan, { ...options, reserved, legs })
  const startsAt = book.latestTime([
    ...legs.map(({ allocation }) => allocation.asset.chainId),
    plan.destination.chainId,
  ])
  const terms = {
    id: generateQuoteId(),
    createsRecipientAccount: options.recipientStates.isRentPriced(plan.destination),
    plan,
    legs,
    recipient: resolved.recipient,
    minimumAmount: await getMinAmount(plan, { ...options, legs, amount }),
    startsAt,
  }
  checkMinAmount(terms, options.recipientStates)
  const operations = await buildOperations(terms, options)
  const expiresAt = getExpiry(terms, network)
  const body = toWireQuote(terms, {
    resolved,
    book,
    operations: operations.map(({ operation }) => operation),
    amount,
    expiresAt,
  })
  return { draft: { body, terms, amount }, operations }
}

/**
 * @throws ServiceError AMOUNT_TOO_LOW when the minimum is less than a new recipient account needs.
 */
function checkMinAmount(
  { plan, minimumAmount }: QuoteTerms,
  recipientStates: RecipientStates,
): void {
  const least = recipientStates.getMinAmount(plan.destination)
  if (minimumAmount < least)
    throw new ServiceError(
      'AMOUNT_TOO_LOW',
      `The recipient has no account yet on ${plan.destination.chainId}: it needs ${least} at least to have one, and ${minimumAmount} would be delivered.`,
    )
}

/**
 * Returns the minimum delivery. For a swap signed by a restricted session key it is raised to near
 * the feed price, as far as the pool delivers that much. Source: security rule 34.
 */
async function getMinAmount(
  plan: Route,
  options: QuotesOptions & {
    resolved: ResolvedQuoteRequest
    book: PriceBook
    legs: readonly LegAmounts[]
    amount: bigint
  },
): Promise<bigint> {
  const { resolved, book, legs, amount, isNarrowed } = options
  const least = getMinimum(amount, getSlippage(plan, resolved))
  const [leg] = legs
  if (plan.kind !== 'swap' || !leg || !(await isNarrowed?.(leg.allocation.account))) return least
  const fed = getDeliveredAmount([leg], { destination: plan.destination, isLike: false, book })
  const held = getMinimum(fed, sessionQuoteBps)
  return held > least && held <= amount ? held : least
}

/** Only a trade can slip; transfers and wrapping are exact. */
function getSlippage(plan: Route, { slippageBps }: ResolvedQuoteRequest): bigint {
  return plan.kind === 'transfer' || plan.kind === 'convert' ? 0n : slippageBps
}

/** Quotes the first feasible route; throws the error of the best route when there is none. */
async function pickFirstFeasible(
  plans: readonly [Route, ...Route[]],
  attempt: (plan: Route) => Promise<QuoteDraft>,
): Promise<QuoteDraft> {
  let reason: unknown
  for (const plan of plans.slice(0, maxAttempts)) {
    try {
      return await attempt(plan)
    } catch (error) {
      const down = findChainUnavailableError(error)
      const refusal = down
        ? new ServiceError('CHAIN_UNAVAILABLE', `${down.chainId} does not answer.`, {
            cause: error,
          })
        : error
      reason ??= refusal
      const mayAvoid =
        refusal instanceof ServiceError &&
        (retryableCodes.has(refusal.code) || refusal.code === 'CHAIN_UNAVAILABLE')
      if (!mayAvoid) throw refusal
    }
  }
  throw reason
}

async function readNoReservations(): Promise<bigint> {
  return 0n
}
