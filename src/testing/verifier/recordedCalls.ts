import { decodeBatch, type BatchCall, encodeBatch } from '#chains/evm/operation/batch.ts'
import { buildApproveTypedData } from '#protocol/orders/approval.ts'
import { PreparedCallQuote, PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { AssetId } from '#protocol/ids/caip.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import { signQuote } from '#protocol/quotes/quoteSignature.ts'
import recorded from './recordedCalls.json' with { type: 'json' }
import type { PreparedVerifierInput } from '#dashboard/review/cases/parsePreparedCall.ts'
import { samplePrices, sampleRoots } from './sampleCase.ts'
import { devnetQuoteKey, withSignature } from './sampleQuote.ts'
import type { CallQuoteVerifierInput } from '#dashboard/review/verifyCallQuote.ts'
import { verifyPrepared } from '#dashboard/review/verifyPrepared.ts'

/** Recorded answers of a service on a devnet, with their requests. */
export type RecordedCall = {
  request: PrepareCallQuoteRequest
  /** As in the request for the quote. */
  fromAssetId: AssetId | undefined
  prepared: PreparedCallQuote
  quote: Quote
  /** Unix seconds when the quote was made. */
  madeAt: number
}

/** The recorded calls by description; each quote is valid for 30 seconds. */
export const recordedCalls: ReadonlyMap<string, RecordedCall> = readRecorded()

/** The input of the first review, at the time the quote was made. */
export function preparedEvidence(
  { request, madeAt }: RecordedCall,
  received: unknown,
): PreparedVerifierInput {
  return { received, request, roots: sampleRoots, nowSeconds: madeAt, prices: samplePrices }
}

/** The input of the second review, including the first one. */
export function callQuoteEvidence(
  recorded: RecordedCall,
  received: unknown,
): CallQuoteVerifierInput {
  const { fromAssetId, madeAt } = recorded
  return {
    received,
    prepared: verifyPrepared(preparedEvidence(recorded, recorded.prepared)),
    ...(fromAssetId === undefined ? {} : { fromAssetId }),
    roots: sampleRoots,
    nowSeconds: madeAt + 1,
    prices: samplePrices,
  }
}

/** Signs a prepared call anew, with the service's key by default. */
export function withCallSignature(document: object, secretKey: Uint8Array = devnetQuoteKey) {
  const { accounts, chainOperation }: Record<string, unknown> = { ...document }
  const domain = { kind: 'prepared', network: 'devnet', secretKey } as const
  return { ...document, tamperProofSignature: signQuote({ accounts, chainOperation }, domain) }
}

/** Changes the calls of a prepared call, hashed and signed consistently. */
export function withCalls(
  { chainOperation, ...prepared }: PreparedCallQuote,
  change: (calls: readonly BatchCall[]) => readonly BatchCall[],
) {
  const { userOp, typedDataToSign } = chainOperation
  const callData = encodeBatch(change(decodeBatch(userOp.callData) ?? []))
  const { chainId: chainNumber, name, version } = typedDataToSign.domain
  const typedData = buildApproveTypedData(
    { sender: userOp.sender, callData, nonce: BigInt(userOp.nonce) },
    { chainNumber, domain: { name, version } },
  )
  return withCallSignature({
    ...prepared,
    chainOperation: {
      ...chainOperation,
      userOp: { ...userOp, callData },
      typedDataToSign: typedData,
    },
  })
}

/** Signs a quote with the service's key. */
export function withDevnetSignature<document extends object>(document: document) {
  return withSignature(document, devnetQuoteKey)
}

function readRecorded(): ReadonlyMap<string, RecordedCall> {
  const asRecorded = readJson()
  const unlent = [...asRecorded].filter(
    ([, { quote }]) => quote.originChainsOperations.length === 0,
  )
  return new Map([
    ...asRecorded,
    ...unlent.map(
      ([name, one]) => [`${name}, which may be signed again`, withCallIn(one)] as const,
    ),
  ])
}

/** The quote with the prepared operation in it, as the service answers API clients. */
function withCallIn(one: RecordedCall): RecordedCall {
  const originChainsOperations = [one.prepared.chainOperation]
  return { ...one, quote: withDevnetSignature({ ...one.quote, originChainsOperations }) }
}

function readJson(): ReadonlyMap<string, RecordedCall> {
  return new Map(
    Object.entries(recorded).map(([name, one]) => {
      const quote = Quote.parse(one.quote)
      const request = PrepareCallQuoteRequest.parse(one.request)
      const from = 'fromAssetId' in one ? one.fromAssetId : undefined
      return [
        name,
        {
          request,
          fromAssetId: from === undefined ? undefined : AssetId.parse(from),
          prepared: PreparedCallQuote.parse(one.prepared),
          quote,
          madeAt: Number(quote.expirationTimestamp) - sampleRoots.deadlines.quoteSeconds,
        },
      ]
    }),
  )
}
