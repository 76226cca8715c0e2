import type { AssetId } from '#protocol/ids/caip.ts'
import type { CallQuoteRequest, PreparedCallQuote } from '#protocol/quotes/callQuote.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import {
  createExpiredError,
  isSigned,
  type EvmSignable,
  signOne,
  type SigningOptions,
  requirePinned,
  ReviewError,
  addSignatures,
} from './signOne.ts'
import { isPreparedReview, type PreparedReview } from '../verifyPrepared.ts'

/**
 * Asks the wallet for the signature of a prepared call that passed its review, and keeps it.
 *
 * @returns 65 bytes that recover to the owner; the kept signature if there is one.
 * @throws SigningRefusal, or whatever the wallet rejects with.
 */
export async function signPrepared(review: PreparedReview, options: SigningOptions): Promise<Hex> {
  return signOne(getSignable(review, options).signable, options)
}

/** Whether the book holds all that a prepared call needs. */
export function isPreparedSigned(
  { facts }: PreparedReview,
  options: Pick<SigningOptions, 'signatures' | 'owner'>,
): boolean {
  if (!facts) return false
  const { operation } = facts
  return isSigned({ operation, id: operation.typedData.message.callDataAndNonceHash }, options)
}

/**
 * What asks for the quote of a prepared call: as it was received, signed.
 *
 * @param options.fromAssetId - What to draw from, where the user says so.
 * @throws SigningRefusal when the review is not signable, over, or not signed yet.
 */
export function buildSignedRequest(
  review: PreparedReview,
  options: SigningOptions & { fromAssetId?: AssetId },
): CallQuoteRequest {
  const { prepared, signable } = getSignable(review, options)
  const { accounts, chainOperation, tamperProofSignature } = prepared
  const { fromAssetId } = options
  return {
    accounts,
    chainOperation: addSignatures(chainOperation, { signable, options }),
    tamperProofSignature,
    ...(fromAssetId === undefined ? {} : { fromAssetId }),
  }
}

function getSignable(
  review: PreparedReview,
  { nowMs }: Pick<SigningOptions, 'nowMs'>,
): { prepared: PreparedCallQuote; signable: EvmSignable } {
  const { prepared, facts } = review
  if (!isPreparedReview(review) || !review.signable || !prepared || !facts)
    throw new ReviewError('NOT_SIGNABLE', 'This call did not pass its checks.')
  requirePinned(review)
  const { operation, validUntil } = facts
  const endsAtMs = Number(validUntil) * 1000
  if (nowMs() >= endsAtMs) throw createExpiredError()
  const id = operation.typedData.message.callDataAndNonceHash
  return { prepared, signable: { operation, id, endsAtMs } }
}
