import type {
  CallQuoteRequest,
  CallQuoteRequestV1,
  PrepareCallQuoteRequest,
  PrepareCallQuoteRequestV1,
  PreparedCallQuote,
  PreparedCallQuoteV1,
} from '#protocol/quotes/callQuote.ts'
import type { Quote, QuoteV1 } from '#protocol/quotes/quote.ts'
import type { Account } from '#protocol/accounts/account.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import type { Storage } from '../../storage/database.ts'
import type { Caller } from '../../caller.ts'
import { ServiceError } from '../../ServiceError.ts'
import {
  insertCallQuote,
  insertPreparedCall,
  keepSignedCall,
  type KeptFor,
} from '../../storage/tables/preparedCalls.ts'
import { isEvmAccount } from '../request/resolveQuoteRequest.ts'
import {
  getAccountOrigin,
  checkAccounts,
  createAccountNormalizer,
} from '../request/checkAccounts.ts'
import { restoreRequestCasing, checksumAddresses } from '../../restoreRequestCasing.ts'
import type { QuotesOptions } from '../quotes.ts'
import { createQuoteService, type QuoteService } from '../quoteService.ts'
import type { SessionGuard } from '../request/sessionGuard.ts'
import { createQuoteSigner } from '../build/createQuoteSigner.ts'
import type { QuoteBody } from '../build/wireQuote.ts'
import { findNamedSource } from './callSources.ts'
import { prepareCall } from './prepareCall.ts'
import { quoteCall } from './quoteCall.ts'
import { checkSigner, readPrepared, type SigningChains } from './readPrepared.ts'

/** Prepares and quotes contract calls; see {@link createCallQuotes}. */
export type CallQuotes = {
  prepare(request: PrepareCallQuoteRequest, caller?: Caller): Promise<PreparedCallQuote>
  prepareV1(request: PrepareCallQuoteRequestV1, caller?: Caller): Promise<PreparedCallQuoteV1>
  /** @param receivedBody - The undecoded body: the signature covers unknown fields too. */
  quote(request: CallQuoteRequest, receivedBody: unknown, caller?: Caller): Promise<Quote>
  quoteV1(request: CallQuoteRequestV1, receivedBody: unknown, caller?: Caller): Promise<QuoteV1>
}

/** Dependencies and settings of {@link createCallQuotes}. */
export type CallQuotesOptions = QuotesOptions & {
  storage: Storage
  /** Raw Ed25519 public key of quote signatures, 32 bytes as hex. */
  quoteSigner: Hex
  /** Chains that verify the signature of a call. */
  signing: SigningChains
  sessionGuard: SessionGuard
}

/**
 * Creates the contract-call quotes of a network. Prepared calls are stored; the deposits that pay
 * for them are decided when the signed operation is quoted.
 *
 * Source: wire, "Contract calls".
 */
export function createCallQuotes(options: CallQuotesOptions): CallQuotes {
  const service = createQuoteService(options)
  const { network } = service
  const sign = createQuoteSigner(options.quoteKey, { network: network.name, kind: 'quote' })
  const normalize = createAccountNormalizer(network.names.accountTypes)
  const prepare = createPrepare(options, service)
  return {
    async prepare(request, caller) {
      const prepared = await prepare(request, {
        pathOf: (index) => `accounts.${index}`,
        caller,
      })
      return restoreRequestCasing(prepared, request)
    },
    async prepareV1(request, caller) {
      const { account, ...rest } = request
      const asked = { ...rest, accounts: [account] }
      const prepared = await prepare(asked, { pathOf: () => 'account', caller })
      const { accounts: _, ...fields } = prepared
      return restoreRequestCasing({ account: normalize(account), ...fields }, request)
    },
    async quote(request, receivedBody, caller) {
      const received = { request, accounts: request.accounts, receivedBody, caller }
      const { body, call } = await quoteReceived(received, options, service)
      const { accounts } = call.terms
      const unsigned = restoreRequestCasing({ ...body, accounts }, request)
      return { ...unsigned, tamperProofSignature: sign(unsigned) }
    },
    async quoteV1(request, receivedBody, caller) {
      const received = { request, accounts: [request.account], receivedBody, caller }
      const { body, call } = await quoteReceived(received, options, service)
      const account = normalize(request.account)
      const unsigned = restoreRequestCasing(
        { ...body, account, destinationChainOperation: call.operation },
        request,
      )
      return { ...unsigned, tamperProofSignature: sign(unsigned) }
    },
  }
}

function createPrepare({ storage, quoteKey }: CallQuotesOptions, service: QuoteService) {
  const { network, chains } = service
  const origin = getAccountOrigin(network)
  const sign = createQuoteSigner(quoteKey, { network: network.name, kind: 'prepared' })
  const normalize = createAccountNormalizer(network.names.accountTypes)
  return async (
    request: PrepareCallQuoteRequest,
    { pathOf, caller }: { pathOf: (index: number) => string; caller: Caller | undefined },
  ): Promise<PreparedCallQuote> => {
    const accounts: Account[] = request.accounts.map(normalize)
    const { terms, sourceAssetBalances } = await prepareCall(
      { ...request, accounts },
      service,
      () =>
        checkAccounts(accounts.filter(isEvmAccount), {
          origin,
          chains,
          pathOf: (account) => pathOf(accounts.indexOf(account)),
        }),
    )
    // The signature covers the operation as the client gets it, in the casing of its request.
    const chainOperation = restoreRequestCasing(terms.chainOperation, request)
    const signature = sign({ accounts, chainOperation })
    const { prepareId, validUntil } = terms
    const row = { prepareId, seal: signature, terms, expiresAt: toDate(validUntil) }
    const isKept = await insertPreparedCall(storage, row, {
      ...getKeptFor(caller),
      isKeyless: caller?.visitor !== undefined,
    })
    if (!isKept) throw buildTooManyError()
    return {
      accounts,
      chainOperation,
      tamperProofSignature: signature,
      callType: terms.callType,
      sourceAssetBalances,
    }
  }
}

/** Latest expiry stored, the end of the year 9999: later times are beyond what Date can hold. */
const maxUnixSeconds = 253_402_300_799

/** Converts Unix seconds to a Date, capped; used only to expire stored rows. */
function toDate(unixSeconds: string): Date {
  return new Date(Math.min(Number(unixSeconds), maxUnixSeconds) * 1000)
}

/** A call-quote request of either generation. */
type ReceivedCallQuote = {
  request: CallQuoteRequest | CallQuoteRequestV1
  accounts: readonly Account[]
  receivedBody: unknown
  caller: Caller | undefined
}

/** Most bytes of prepared and quoted calls that are kept for a visitor, and for an API key. */
const maxKeptBytes = { visitor: 8 * 1024 * 1024, key: 64 * 1024 * 1024 }

function getKeptFor({ visitor, apiKey }: Caller = {}): KeptFor {
  return visitor === undefined
    ? { caller: `key ${apiKey ?? ''}`, maxBytes: maxKeptBytes.key }
    : { caller: `visitor ${visitor}`, maxBytes: maxKeptBytes.visitor }
}

/** When to try again: unsigned calls are kept for an hour, most for ten minutes. */
const retryAfterSeconds = 600

function buildTooManyError(): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    'Too many calls are prepared and not executed: try again when some of them have expired.',
    { retryAfterSeconds },
  )
}

async function quoteReceived(
  { request, accounts, receivedBody, caller }: ReceivedCallQuote,
  { storage, quoteSigner, signing, sessionGuard }: CallQuotesOptions,
  service: QuoteService,
): Promise<{ body: QuoteBody; call: QuotedCall }> {
  const { fromAssetId, fromAggregatedAssetId, tamperProofSignature: signature } = request
  const path = fromAssetId === undefined ? 'fromAggregatedAssetId' : 'fromAssetId'
  const from = findNamedSource(fromAssetId ?? fromAggregatedAssetId, path, service)
  const terms = await readPrepared(
    { accounts, signature, receivedBody },
    { storage, network: service.network, quoteSigner },
  )
  const operation = checksumAddresses(request.chainOperation)
  await checkSigner(operation, terms, { signing, sessionGuard })
  const { prepareId, validUntil } = terms
  await keepSignedCall(storage, { prepareId, expiresAt: toDate(validUntil) })
  const body = await quoteCall(terms, from, service)
  const call = { terms, operation }
  const expiresAt = new Date(Number(body.expirationTimestamp) * 1000)
  const row = { quoteId: body.id, prepareId, call, expiresAt }
  if (!(await insertCallQuote(storage, row, getKeptFor(caller)))) throw buildTooManyError()
  return { body, call }
}
