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
type QuoteContext = {
  /** Where the account of this index stands in the request. */
  getPath: (index: number) => string
  /** Who may come to the destination by an operation of its own: of generation 1. */
  deployingAccount?: EvmAccount
}

/** Ways tried when the best ones turn out not to work. */
const maxAttempts = 6

/** Refusals of one way that another way may avoid. */
const retryableCodes = new Set([
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
 * Prices a plan by what its operations usually take, and anew by what they were measured to take
 * where that is more: a recipient's code may run in them. Source: security rule 32.
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

/** @throws ServiceError AMOUNT_TOO_LOW when the recipient could not hold the least that is delivered. */
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
 * What must be delivered at least. Of a swap that a narrowed session key may sign near what the feeds say,
 * where the pool gives as much, whatever was asked for. Source: security rule 34.
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

/** What is sent or wrapped arrives as it is; only a trade can slip. */
function getSlippage(plan: Route, { slippageBps }: ResolvedQuoteRequest): bigint {
  return plan.kind === 'transfer' || plan.kind === 'convert' ? 0n : slippageBps
}

/** The first plan that can be carried out; otherwise the best plan's reason why not. */
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
