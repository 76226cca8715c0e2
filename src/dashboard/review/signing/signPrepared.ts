import type { AssetId } from '#protocol/ids/caip.ts'
import type { CallQuoteRequest, PreparedCallQuote } from '#protocol/quotes/callQuote.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { translate } from '../../language/translate.ts'
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
 * Has the wallet sign a prepared call that passed its review, and stores the signature.
 *
 * @returns 65 bytes that recover to the owner; a stored signature if present.
 * @throws ReviewError, or the wallet's own error.
 */
export async function signPrepared(review: PreparedReview, options: SigningOptions): Promise<Hex> {
  return signOne(getSignable(review, options).signable, options)
}

/** Whether all signatures of a prepared call are stored. */
export function isPreparedSigned(
  { facts }: PreparedReview,
  options: Pick<SigningOptions, 'signatures' | 'owner'>,
): boolean {
  if (!facts) return false
  const { operation } = facts
  return isSigned({ operation, id: operation.typedData.message.callDataAndNonceHash }, options)
}

/**
 * Builds the request for the quote of a prepared call: the call as received, signed.
 *
 * @param options.fromAssetId - The asset to pay with, where the user chose one.
 * @throws ReviewError when the review is not signable, has expired, or is not signed.
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
    throw new ReviewError('NOT_SIGNABLE', translate('This call failed its checks.'))
  requirePinned(review)
  const { operation, validUntil } = facts
  const endsAtMs = Number(validUntil) * 1000
  if (nowMs() >= endsAtMs) throw createExpiredError()
  const id = operation.typedData.message.callDataAndNonceHash
  return { prepared, signable: { operation, id, endsAtMs } }
}
