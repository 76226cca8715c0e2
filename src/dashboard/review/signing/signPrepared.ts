import type { AssetId } from '#protocol/ids/caip.ts'
import type { CallQuoteRequest, PreparedCallQuote } from '#protocol/quotes/callQuote.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import {
  expired,
  isSigned,
  type EvmSignable,
  signOne,
  type SigningOptions,
  refuseUnpinned,
  SigningRefusal,
  withSignatures,
} from './signOne.ts'
import { isPreparedReview, type PreparedReview } from '../verifyPrepared.ts'

/**
 * Asks the wallet for the signature of a prepared call that passed its review, and keeps it.
 *
 * @returns 65 bytes that recover to the owner; the kept signature if there is one.
 * @throws SigningRefusal, or whatever the wallet rejects with.
 */
export async function signPrepared(review: PreparedReview, options: SigningOptions): Promise<Hex> {
  return signOne(signableOf(review, options).signable, options)
}

/** Whether the book holds all that a prepared call needs. */
export function isPreparedSigned(
  { facts }: PreparedReview,
  options: Pick<SigningOptions, 'book' | 'owner'>,
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
export function signedPrepared(
  review: PreparedReview,
  options: SigningOptions & { fromAssetId?: AssetId },
): CallQuoteRequest {
  const { prepared, signable } = signableOf(review, options)
  const { accounts, chainOperation, tamperProofSignature } = prepared
  const { fromAssetId } = options
  return {
    accounts,
    chainOperation: withSignatures(chainOperation, { signable, options }),
    tamperProofSignature,
    ...(fromAssetId === undefined ? {} : { fromAssetId }),
  }
}

function signableOf(
  review: PreparedReview,
  { nowMs }: Pick<SigningOptions, 'nowMs'>,
): { prepared: PreparedCallQuote; signable: EvmSignable } {
  const { prepared, facts } = review
  if (!isPreparedReview(review) || !review.signable || !prepared || !facts)
    throw new SigningRefusal('NOT_SIGNABLE', 'This call did not pass its checks.')
  refuseUnpinned(review)
  const { operation, validUntil } = facts
  const endsAtMs = Number(validUntil) * 1000
  if (nowMs() >= endsAtMs) throw expired()
  const id = operation.typedData.message.callDataAndNonceHash
  return { prepared, signable: { operation, id, endsAtMs } }
}
