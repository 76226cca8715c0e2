import type {
  Account,
  EvmAccount,
  PredictAddressAnswer,
  PredictAddressRequest,
} from '#protocol/accounts/account.ts'
import { isAddressOn } from '#protocol/ids/caip.ts'
import { type EvmChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import type { Quote, QuoteRequest, QuoteRequestV1, QuoteV1 } from '#protocol/quotes/quote.ts'
import type { IndicativeQuote, IndicativeQuoteRequest } from '#protocol/quotes/indicativeQuote.ts'
import { quoteIndicatively } from './quoteIndicatively.ts'
import { planFundedRoutes, pickFirstFeasible } from './routing/planFundedRoutes.ts'
import { priceRoute } from './routing/priceRoute.ts'
import { restoreRequestCasing } from '../restoreRequestCasing.ts'
import { describeAmount } from '../assetIndex.ts'
import { ServiceError } from '../ServiceError.ts'
import { createQuoteService, type QuoteService, type QuoteServiceOptions } from './quoteService.ts'
import { type RecipientStates, readRecipientStates } from './routing/recipientStates.ts'
import {
  type ResolvedQuoteRequest,
  isEvmAccount,
  resolveQuoteRequest,
} from './request/resolveQuoteRequest.ts'
import {
  getAccountOrigin,
  checkAccounts,
  predictAddress,
  createAccountNormalizer,
} from './request/checkAccounts.ts'
import type { QuoteContext } from './routing/route.ts'
import {
  buildDestinationOperation,
  buildOperations,
  getExpiry,
  type QuoteTerms,
} from './build/buildOperations.ts'
import { type BuiltOperation, addMeasuredGas } from './build/operationGas.ts'
import { fitToOutput, type FundedRoute } from './routing/planExactOutput.ts'
import { generateQuoteId, createQuoteSigner } from './build/createQuoteSigner.ts'
import { findFundingSources } from './funding/fundingSources.ts'
import { type QuoteBody, toWireQuote } from './build/wireQuote.ts'
import { quoteUnlisted } from './unlisted/quoteUnlisted.ts'
import { findUnlistedAsset } from './unlisted/unlistedRequest.ts'

/** Quotes transfers and swaps; see {@link createQuotes}. */
export type Quotes = {
  /** Generation 3. */
  quoteV3(request: QuoteRequest): Promise<Quote>
  /** Without accounts; see {@link quoteIndicatively}. */
  quoteIndicatively(request: IndicativeQuoteRequest): Promise<IndicativeQuote>
  /** Generation 1: a single account. */
  quoteV1(request: QuoteRequestV1): Promise<QuoteV1>
  predictAddress(keys: PredictAddressRequest): PredictAddressAnswer
}

/** Dependencies and settings of {@link createQuotes}. */
export type QuotesOptions = QuoteServiceOptions & {
  /** 32-byte Ed25519 key that signs every quote. */
  quoteKey: Uint8Array
}

/** A quote before accounts and signature are added. */
type QuoteDraft = {
  body: QuoteBody
  terms: QuoteTerms
  /** Amount delivered. */
  amount: bigint
}

/** How the generations of the API differ in a request. */
type RequestForm = {
  /** Accounts of the request in the spelling of answers. */
  accounts: readonly Account[]
  /** Returns the path of the account with this index within the request. */
  getPath: (index: number) => string
  /** Account that may deploy itself on the destination by its own operation; generation 1 only. */
  deployingAccount?: EvmAccount
}

/**
 * Creates the quotes of a network. Quotes are not stored; their signature proves their origin.
 *
 * A request that cannot be quoted throws a ServiceError: a 400 code for an invalid request,
 * NO_ROUTE, INSUFFICIENT_BALANCE, AMOUNT_TOO_LOW, INSUFFICIENT_LIQUIDITY, PRICE_UNAVAILABLE or
 * SIMULATION_FAILED when it is not possible, CHAIN_UNAVAILABLE when a required chain is down.
 *
 * Source: architecture section 3; wire, "Quotes".
 */
export function createQuotes(options: QuotesOptions): Quotes {
  const service = createQuoteService(options)
  const { network, chains, assets, balances } = service
  const origin = getAccountOrigin(network)
  const { accountTypes: types } = network.names
  const normalize = createAccountNormalizer(types)
  const sign = createQuoteSigner(options.quoteKey, { kind: 'quote', network: network.name })
  return {
    async quoteV3(request) {
      const accounts = request.from.accounts.map(normalize)
      const form = { accounts, getPath: (index: number) => `from.accounts.${index}` }
      const unlisted = await quoteIfUnlisted(request, form, service)
      const body = unlisted ?? (await quote(request, form)).body
      const unsigned = restoreRequestCasing({ ...body, accounts }, request)
      return { ...unsigned, tamperProofSignature: sign(unsigned) }
    },
    async quoteIndicatively(request) {
      return restoreRequestCasing(await quoteIndicatively(request, service), request)
    },
    async quoteV1(request) {
      const account = normalize(request.from.account)
      const { asset, amount } = request.from
      const form = {
        accounts: [account],
        getPath: () => 'from.account',
        deployingAccount: account,
      }
      const draft = await quote({ ...request, from: { accounts: [account], asset, amount } }, form)
      const deployment = await buildDeployment(draft, account)
      const unsigned = restoreRequestCasing({ ...draft.body, account, ...deployment }, request)
      return { ...unsigned, tamperProofSignature: sign(unsigned) }
    },
    predictAddress: (keys) => ({ predictedAddress: predictAddress(keys, { origin, types }) }),
  }

  async function quote(request: QuoteRequest, form: RequestForm): Promise<QuoteDraft> {
    const resolved = resolveQuoteRequest(request, { network, assets, accounts: form.accounts })
    const context = await readContext(resolved, form, service)
    return pickFirstFeasible(planFundedRoutes(context, service), (funded) =>
      quoteRoute(funded, service),
    )
  }

  /** Empty when the destination is not an EVM chain. */
  async function buildDeployment(
    { terms, amount }: QuoteDraft,
    account: EvmAccount,
  ): Promise<{ destinationChainOperation?: EvmChainOperation }> {
    const { chainId } = terms.route.destination
    if (!isAddressOn(account.accountAddress, chainId)) return {}
    const chain = chains.get(chainId)
    const holdings = await balances.holdings(account.accountAddress, chainId)
    if (!chain || !holdings)
      throw new ServiceError('CHAIN_UNAVAILABLE', `${chainId} does not answer.`)
    const isFirst = holdings.code === 'none'
    const options = { network, chain, account, isFirst, amount }
    const operation = await buildDestinationOperation(terms, options)
    if (!isEvmOperation(operation)) throw new Error(`${chainId} gave no EVM operation.`)
    return { destinationChainOperation: operation }
  }
}

/** Quotes a request for a token that no list names; undefined for all others. */
async function quoteIfUnlisted(
  request: QuoteRequest,
  { accounts, getPath }: RequestForm,
  service: QuoteService,
): Promise<QuoteBody | undefined> {
  const assetType = findUnlistedAsset(request, service)
  if (assetType === undefined) return undefined
  const [body] = await Promise.all([
    quoteUnlisted(request, { assetType, accounts, service }),
    checkOwnAccounts(accounts, getPath, service),
  ])
  return body
}

/** Reads all that a request needs, while its accounts are checked. */
async function readContext(
  resolved: ResolvedQuoteRequest,
  { getPath, deployingAccount }: RequestForm,
  service: QuoteService,
): Promise<QuoteContext> {
  const { prices } = service
  const { accounts, input, output } = resolved
  const chainIds = new Set([...input.members, ...output.members].map(({ chainId }) => chainId))
  const [found, book, recipientStates] = await Promise.all([
    findFundingSources(resolved, service),
    prices.read([...chainIds]),
    readRecipientStates(resolved, service, deployingAccount),
    checkOwnAccounts(accounts, getPath, service),
  ])
  return { resolved, found, book, recipientStates }
}

/** Checks the addresses of the EVM accounts against their keys. */
function checkOwnAccounts(
  accounts: readonly Account[],
  getPath: RequestForm['getPath'],
  { network, chains }: Pick<QuoteService, 'network' | 'chains'>,
): Promise<void> {
  return checkAccounts(accounts.filter(isEvmAccount), {
    origin: getAccountOrigin(network),
    chains,
    pathOf: (account) => getPath(accounts.indexOf(account)),
  })
}

/**
 * Quotes a route with the usual gas of its operations, and again with the measured gas where that
 * is higher: a recipient's code may run in them. Source: security rule 32.
 */
async function quoteRoute(funded: FundedRoute, service: QuoteService): Promise<QuoteDraft> {
  const { draft, operations } = await draftQuote(funded, service)
  const measured = addMeasuredGas(funded.route, operations)
  if (!measured) return draft
  const refitted = refitInput({ ...funded, route: measured }, service)
  const again = await draftQuote(refitted, service)
  if (!addMeasuredGas(refitted.route, again.operations)) return again.draft
  throw new ServiceError(
    'SIMULATION_FAILED',
    'What the operations take changes with every try, so that they cannot be priced. Choose another recipient.',
  )
}

/**
 * Raises the input of a route whose gas was measured where the output is fixed; elsewhere the output
 * pays for the gas.
 *
 * @throws ServiceError INSUFFICIENT_BALANCE when the balances of the route do not cover it.
 */
function refitInput(funded: FundedRoute, service: QuoteService): FundedRoute {
  const { input, output } = funded.context.resolved
  if (output.exactAmount === undefined) return funded
  const fitted = fitToOutput(funded, service)
  if (fitted) return fitted
  throw new ServiceError(
    'INSUFFICIENT_BALANCE',
    `The ${input.symbol} held does not cover ${describeAmount(output.exactAmount, output)} and what its delivery costs.`,
  )
}

async function draftQuote(
  { route, context }: FundedRoute,
  service: QuoteService,
): Promise<{ draft: QuoteDraft; operations: readonly BuiltOperation[] }> {
  const { resolved, book, recipientStates } = context
  const { legs, amount, minimumAmount } = await priceRoute({ route, context }, service)
  const startsAt = book.latestTime([
    ...legs.map(({ allocation }) => allocation.asset.chainId),
    route.destination.chainId,
  ])
  const terms: QuoteTerms = {
    id: generateQuoteId(),
    createsRecipientAccount: recipientStates.isRentPriced(route.destination),
    route,
    legs,
    recipient: resolved.recipient,
    minimumAmount,
    startsAt,
  }
  checkMinAmount(terms, recipientStates)
  const operations = await buildOperations(terms, service)
  const body = toWireQuote(terms, {
    resolved,
    book,
    operations: operations.map(({ operation }) => operation),
    amount,
    expiresAt: getExpiry(terms, service.network),
  })
  return { draft: { body, terms, amount }, operations }
}

/**
 * @throws ServiceError AMOUNT_TOO_LOW when the minimum is less than a new recipient account needs.
 */
function checkMinAmount(
  { route, minimumAmount }: QuoteTerms,
  recipientStates: RecipientStates,
): void {
  const least = recipientStates.getMinAmount(route.destination)
  if (minimumAmount < least)
    throw new ServiceError(
      'AMOUNT_TOO_LOW',
      `The recipient has no account yet on ${route.destination.chainId}: it needs ${describeAmount(least, route.destination)} at least to have one, and ${describeAmount(minimumAmount, route.destination)} would be delivered.`,
    )
}
