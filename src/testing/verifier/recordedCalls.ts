import { decodeBatch, type BatchCall, encodeBatch } from '#chains/evm/operation/batch.ts'
import { buildApproveTypedData } from '#protocol/orders/approval.ts'
import { PreparedCallQuote, PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { AssetId } from '#protocol/ids/caip.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import { signQuote } from '#protocol/quotes/quoteSignature.ts'
import recorded from './recordedCalls.json' with { type: 'json' }
import type { PreparedVerifierInput } from '#dashboard/review/cases/parsePreparedCall.ts'
import { samplePrices, sampleRoots } from './sampleCase.ts'
import { devnetSealKey, resealed } from './sampleQuote.ts'
import type { CallQuoteVerifierInput } from '#dashboard/review/verifyCallQuote.ts'
import { verifyPrepared } from '#dashboard/review/verifyPrepared.ts'

/** Answers of the real service on a devnet, with the requests that they answered. */
export type RecordedCall = {
  request: PrepareCallQuoteRequest
  /** In the request for the quote. */
  fromAssetId: AssetId | undefined
  prepared: PreparedCallQuote
  quote: Quote
  /** Unix seconds when the quote was made. */
  madeAt: number
}

/** Every recorded call by what it does; each quote lives 30 seconds. */
export const recordedCalls: ReadonlyMap<string, RecordedCall> = readRecorded()

/** Everything the first review needs, when the quote was made. */
export function preparedEvidence(
  { request, madeAt }: RecordedCall,
  received: unknown,
): PreparedVerifierInput {
  return { received, request, roots: sampleRoots, nowSeconds: madeAt, prices: samplePrices }
}

/** Everything the second review needs: the first one of the recorded operation included. */
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

/** A prepared call under a new seal, by the service's key unless another is given. */
export function resealedCall(document: object, secretKey: Uint8Array = devnetSealKey) {
  const { accounts, chainOperation }: Record<string, unknown> = { ...document }
  const domain = { kind: 'prepared', network: 'devnet', secretKey } as const
  return { ...document, tamperProofSignature: signQuote({ accounts, chainOperation }, domain) }
}

/** A prepared call whose service lies consistently: other calls, hashed and sealed rightly. */
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
  return resealedCall({
    ...prepared,
    chainOperation: {
      ...chainOperation,
      userOp: { ...userOp, callData },
      typedDataToSign: typedData,
    },
  })
}

/** A quote under the service's seal. */
export function resealedQuote<document extends object>(document: document) {
  return resealed(document, devnetSealKey)
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

/** As the service answers since programs sign what stands in a quote. */
function withCallIn(one: RecordedCall): RecordedCall {
  const originChainsOperations = [one.prepared.chainOperation]
  return { ...one, quote: resealedQuote({ ...one.quote, originChainsOperations }) }
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
