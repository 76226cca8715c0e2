import { Hash } from '#protocol/ids/hex.ts'
import type { Network } from '#networks/network.ts'
import type { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { getQuoteSigner } from '#protocol/quotes/quoteSignature.ts'
import { type CallQuotes, createCallQuotes } from '#service/quotes/calls/callQuotes.ts'
import { testQuoteKey } from '#testing/quotes/quotes.ts'
import type { Storage } from '#service/storage/database.ts'
import { signApproval, signQuote, type TestServices, type TestSigner } from './composeServices.ts'

/** A contract call with its operation signed, and a signed quote of it. */
export type SignedCall = {
  /** The call's own operation, as its owner signed it. */
  operation: EvmChainOperation
  quote: Quote
  /** Identifies the loan to the call; a call with this id executes only once. */
  prepareId: Hash
}

/** Call quotes for tests, on the nodes and the database of a service. */
export function composeCalls(
  { service, chains, sessionGuard }: Pick<TestServices, 'service' | 'chains' | 'sessionGuard'>,
  { network, storage }: { network: Network; storage: Storage },
): CallQuotes {
  return createCallQuotes({
    ...service,
    network,
    quoteKey: testQuoteKey,
    storage,
    quoteSigner: getQuoteSigner(testQuoteKey),
    signing: chains,
    sessionGuard,
  })
}

/** Prepares calls and signs their operation; pass the result to {@link quoteCall}. */
export async function prepareCall(
  request: PrepareCallQuoteRequest,
  { calls, signer }: { calls: CallQuotes; signer: TestSigner },
) {
  const { accounts, chainOperation, tamperProofSignature } = await calls.prepare(request)
  const signature = await signApproval(chainOperation, signer)
  const operation = { ...chainOperation, userOp: { ...chainOperation.userOp, signature } }
  return { accounts, chainOperation: operation, tamperProofSignature }
}

/** Quotes a prepared call and signs the deposits that pay for it. */
export async function quoteCall(
  request: Awaited<ReturnType<typeof prepareCall>>,
  { calls, signer }: { calls: CallQuotes; signer: TestSigner },
): Promise<Quote> {
  return signQuote(await calls.quote(request, request), signer)
}

/** Prepares, signs, quotes and signs again. */
export async function signCall(
  request: PrepareCallQuoteRequest,
  parts: { calls: CallQuotes; signer: TestSigner; services: Pick<TestServices, 'chains'> },
): Promise<SignedCall> {
  const prepared = await prepareCall(request, parts)
  const { chainOperation: operation } = prepared
  const chain = parts.services.chains.get(request.targetChain)
  const prepareId =
    chain?.calls?.readTerms(operation)?.pull?.prepareId ?? Hash.parse(`0x${'0'.repeat(64)}`)
  return { operation, prepareId, quote: await quoteCall(prepared, parts) }
}
