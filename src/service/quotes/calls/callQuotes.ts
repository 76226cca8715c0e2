import type { Account } from '#protocol/accounts/account.ts'
import type {
  CallQuoteRequest,
  CallQuoteRequestV1,
  PrepareCallQuoteRequest,
  PrepareCallQuoteRequestV1,
  PreparedCallQuote,
  PreparedCallQuoteV1,
} from '#protocol/quotes/callQuote.ts'
import type { Quote, QuoteV1 } from '#protocol/quotes/quote.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { indexAssets } from '../../assetIndex.ts'
import type { Storage } from '../../storage/database.ts'
import { insertCallQuote, insertPreparedCall } from '../../storage/tables/preparedCalls.ts'
import { isEvmAccount } from '../request/resolveQuoteRequest.ts'
import { getAccountOrigin, checkAccounts } from '../request/checkAccounts.ts'
import { restoreRequestCasing, checksumAddresses } from '../../restoreRequestCasing.ts'
import type { QuotesOptions } from '../quotes.ts'
import type { SessionGuard } from '../request/sessionGuard.ts'
import { defaultRates } from '../pricing/rates.ts'
import { createQuoteSigner } from '../build/createQuoteSigner.ts'
import { createAccountNormalizer } from '../request/normalizeAccount.ts'
import { findNamedSource } from './callSources.ts'
import { type CallDraft, prepareCall } from './prepareCall.ts'
import { quoteCall } from './quoteCall.ts'
import { checkSigner, readPrepared, type SigningChains } from './readPrepared.ts'

/** Prepares and quotes contract calls; see {@link createCallQuotes}. */
export type CallQuotes = {
  prepare(request: PrepareCallQuoteRequest): Promise<PreparedCallQuote>
  prepareV1(request: PrepareCallQuoteRequestV1): Promise<PreparedCallQuoteV1>
  /** @param receivedBody - The undecoded body: the signature covers unknown fields too. */
  quote(request: CallQuoteRequest, receivedBody: unknown): Promise<Quote>
  quoteV1(request: CallQuoteRequestV1, receivedBody: unknown): Promise<QuoteV1>
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
  const seal = createQuoteSigner(options.quoteKey, { network: options.network.name, kind: 'quote' })
  const spell = createAccountNormalizer(options.network.names.accountTypes)
  const prepare = createPrepare(options, spell)
  const quote = createQuote(options)
  return {
    async prepare(request) {
      const { draft, seal: prepared } = await prepare(request, (index) => `accounts.${index}`)
      const answer = { accounts: draft.terms.accounts, ...toPreparedFields(draft, prepared) }
      return restoreRequestCasing(answer, request)
    },
    async prepareV1(asked) {
      const { account, ...request } = asked
      const single = { ...request, accounts: [account] }
      const { draft, seal: prepared } = await prepare(single, () => 'account')
      const answer = { account: spell(account), ...toPreparedFields(draft, prepared) }
      return restoreRequestCasing(answer, asked)
    },
    async quote(request, receivedBody) {
      const { body, terms } = await quote(request, { accounts: request.accounts, receivedBody })
      const unsigned = restoreRequestCasing({ ...body, accounts: terms.accounts }, request)
      return { ...unsigned, tamperProofSignature: seal(unsigned) }
    },
    async quoteV1(asked, receivedBody) {
      const { account, ...request } = asked
      const { body, operation } = await quote(request, { accounts: [account], receivedBody })
      const unsigned = restoreRequestCasing(
        { ...body, account: spell(account), destinationChainOperation: operation },
        asked,
      )
      return { ...unsigned, tamperProofSignature: seal(unsigned) }
    },
  }
}

function createPrepare(options: CallQuotesOptions, spell: (account: Account) => Account) {
  const { network, storage } = options
  const seal = createQuoteSigner(options.quoteKey, { network: network.name, kind: 'prepared' })
  const origin = getAccountOrigin(network)
  const context = buildContext(options)
  return async (request: PrepareCallQuoteRequest, pathOf: (index: number) => string) => {
    const accounts: readonly Account[] = request.accounts.map((account) => spell(account))
    const draft = await prepareCall(
      { ...request, accounts: [...accounts] },
      {
        ...context,
        checkAddresses: () =>
          checkAccounts(accounts.filter(isEvmAccount), {
            origin,
            chains: options.chains,
            pathOf: (account) => pathOf(accounts.indexOf(account)),
          }),
      },
    )
    const { terms } = draft
    const chainOperation = restoreRequestCasing(terms.chainOperation, request)
    const sealed = seal({ accounts: terms.accounts, chainOperation })
    await insertPreparedCall(storage, {
      prepareId: terms.prepareId,
      seal: sealed,
      terms,
      expiresAt: toDate(terms.validUntil),
    })
    return { draft, seal: sealed }
  }
}

/**
 * The last second of the year 9999: chains accept later times, Date does not represent all of them.
 */
const maxUnixSeconds = 253_402_300_799

/** Converts Unix seconds to a Date, capped; used only to expire stored rows. */
function toDate(unixSeconds: string): Date {
  return new Date(Math.min(Number(unixSeconds), maxUnixSeconds) * 1000)
}

function createQuote(options: CallQuotesOptions) {
  const context = buildContext(options)
  return async (
    request: Omit<CallQuoteRequest, 'accounts'>,
    received: { accounts: readonly Account[]; receivedBody: unknown },
  ) => {
    const path = request.fromAssetId === undefined ? 'fromAggregatedAssetId' : 'fromAssetId'
    const from = findNamedSource(request.fromAssetId ?? request.fromAggregatedAssetId, {
      ...context,
      path,
    })
    const terms = await readPrepared(request, { ...received, ...options })
    const operation = checksumAddresses(request.chainOperation)
    await checkSigner(operation, { ...options, terms })
    const body = await quoteCall(terms, { ...context, from })
    await insertCallQuote(options.storage, {
      quoteId: body.id,
      prepareId: terms.prepareId,
      call: { terms, operation },
      expiresAt: new Date(Number(body.expirationTimestamp) * 1000),
    })
    return { body, terms, operation }
  }
}

function buildContext(options: CallQuotesOptions) {
  return {
    ...options,
    assets: indexAssets(options.network),
    rates: options.rates ?? defaultRates,
    reserved: options.reserved ?? (async () => 0n),
  }
}

function toPreparedFields({ terms, sourceAssetBalances }: CallDraft, seal: Hex) {
  const { chainOperation, callType } = terms
  return { chainOperation, tamperProofSignature: seal, callType, sourceAssetBalances }
}
