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
import type { Storage } from '../../storage/database.ts'
import { insertCallQuote, insertPreparedCall } from '../../storage/tables/preparedCalls.ts'
import { isEvmAccount } from '../request/resolveQuoteRequest.ts'
import { getAccountOrigin, checkAccounts } from '../request/checkAccounts.ts'
import { restoreRequestCasing, checksumAddresses } from '../../restoreRequestCasing.ts'
import type { QuotesOptions } from '../quotes.ts'
import { createQuoteService } from '../quoteService.ts'
import type { SessionGuard } from '../request/sessionGuard.ts'
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
  const { storage, quoteKey, quoteSigner, signing, sessionGuard } = options
  const service = createQuoteService(options)
  const { network, chains } = service
  const origin = getAccountOrigin(network)
  const signPrepared = createQuoteSigner(quoteKey, { network: network.name, kind: 'prepared' })
  const signQuote = createQuoteSigner(quoteKey, { network: network.name, kind: 'quote' })
  const normalize = createAccountNormalizer(network.names.accountTypes)
  return {
    async prepare(request) {
      const { draft, signature } = await prepare(request, (index) => `accounts.${index}`)
      const answer = { accounts: draft.terms.accounts, ...toPreparedFields(draft, signature) }
      return restoreRequestCasing(answer, request)
    },
    async prepareV1(request) {
      const { account, ...rest } = request
      const { draft, signature } = await prepare({ ...rest, accounts: [account] }, () => 'account')
      const answer = { account: normalize(account), ...toPreparedFields(draft, signature) }
      return restoreRequestCasing(answer, request)
    },
    async quote(request, receivedBody) {
      const { body, terms } = await quote(request, receivedBody)
      const unsigned = restoreRequestCasing({ ...body, accounts: terms.accounts }, request)
      return { ...unsigned, tamperProofSignature: signQuote(unsigned) }
    },
    async quoteV1(request, receivedBody) {
      const { account, ...rest } = request
      const { body, operation } = await quote({ ...rest, accounts: [account] }, receivedBody)
      const unsigned = restoreRequestCasing(
        { ...body, account: normalize(account), destinationChainOperation: operation },
        request,
      )
      return { ...unsigned, tamperProofSignature: signQuote(unsigned) }
    },
  }

  async function prepare(request: PrepareCallQuoteRequest, getPath: (index: number) => string) {
    const accounts: Account[] = request.accounts.map(normalize)
    const draft = await prepareCall({ ...request, accounts }, service, () =>
      checkAccounts(accounts.filter(isEvmAccount), {
        origin,
        chains,
        pathOf: (account) => getPath(accounts.indexOf(account)),
      }),
    )
    const { terms } = draft
    const chainOperation = restoreRequestCasing(terms.chainOperation, request)
    const signature = signPrepared({ accounts: terms.accounts, chainOperation })
    await insertPreparedCall(storage, {
      prepareId: terms.prepareId,
      seal: signature,
      terms,
      expiresAt: toDate(terms.validUntil),
    })
    return { draft, signature }
  }

  async function quote(request: CallQuoteRequest, receivedBody: unknown) {
    const { accounts, fromAssetId, fromAggregatedAssetId, tamperProofSignature } = request
    const path = fromAssetId === undefined ? 'fromAggregatedAssetId' : 'fromAssetId'
    const from = findNamedSource(fromAssetId ?? fromAggregatedAssetId, path, service)
    const terms = await readPrepared(
      { accounts, signature: tamperProofSignature, receivedBody },
      { storage, network, quoteSigner },
    )
    const operation = checksumAddresses(request.chainOperation)
    await checkSigner(operation, terms, { signing, sessionGuard })
    const body = await quoteCall(terms, from, service)
    await insertCallQuote(storage, {
      quoteId: body.id,
      prepareId: terms.prepareId,
      call: { terms, operation },
      expiresAt: new Date(Number(body.expirationTimestamp) * 1000),
    })
    return { body, terms, operation }
  }
}

/** Latest expiry stored, the end of the year 9999: later times are beyond what Date can hold. */
const maxUnixSeconds = 253_402_300_799

/** Converts Unix seconds to a Date, capped; used only to expire stored rows. */
function toDate(unixSeconds: string): Date {
  return new Date(Math.min(Number(unixSeconds), maxUnixSeconds) * 1000)
}

function toPreparedFields({ terms, sourceAssetBalances }: CallDraft, signature: Hex) {
  const { chainOperation, callType } = terms
  return { chainOperation, tamperProofSignature: signature, callType, sourceAssetBalances }
}
