import type { Hex } from '#protocol/ids/hex.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import {
  createExpiredError,
  isSigned,
  type Signable,
  signOne,
  getSigningOrder,
  type SigningOptions,
  requirePinned,
  ReviewError,
  addSignatures,
} from './signOne.ts'
import { addSolanaSignature } from './addSolanaSignature.ts'
import { isVerified, type Review } from '../verifyQuote.ts'

/**
 * Asks the wallet for the signature of one operation of a verified review and keeps it.
 *
 * Refused without asking: a review that is not the verifier's or not signable, an expired quote, a
 * key that is none of the account's. A wallet that answers after the expiry answers too late.
 *
 * @returns 65 bytes that recover to the owner; the kept signature if there is one.
 * @throws SigningRefusal, or whatever the wallet rejects with.
 */
export async function signOperation(
  review: Review,
  index: number,
  options: SigningOptions,
): Promise<Hex> {
  const quote = requireSignableReview(review, options.nowMs())
  const { operation, ...place } = getSignable(review, { quote, index })
  if (operation.kind === 'evm') return signOne({ ...place, operation }, options)
  const { signSolana } = await import('./signSolana.ts')
  return signSolana({ ...place, operation }, options)
}

/**
 * The operations of a review that the book does not hold all signatures for, by index; those of one
 * key stand together, so that a wallet that shows one account at a time changes it once.
 */
export function getUnsignedOperations(
  review: Review,
  options: Pick<SigningOptions, 'signatures' | 'owner' | 'others'>,
): readonly number[] {
  const { quote } = review
  if (!quote) return []
  return review.operations
    .filter((operation) => !isSigned({ operation, id: quote.id }, options))
    .toSorted((a, b) => getSigningOrder(a, options) - getSigningOrder(b, options))
    .map(({ index }) => index)
}

/**
 * The quote to send: as it was received, with the kept signatures in their places.
 *
 * @throws SigningRefusal when the review is not signable, expired, or a signature is missing.
 */
export function buildSignedQuote(review: Review, options: SigningOptions): Quote {
  const quote = requireSignableReview(review, options.nowMs())
  // A call that was signed before it was quoted: the service has its signature.
  if (review.operations.length === 0) return quote
  const originChainsOperations = quote.originChainsOperations.map((received, index) => {
    const { operation, ...place } = getSignable(review, { quote, index })
    if (operation.kind === 'evm' && isEvmOperation(received))
      return addSignatures(received, { signable: { ...place, operation }, options })
    if (operation.kind === 'solana' && !isEvmOperation(received))
      return addSolanaSignature(received, { signable: { ...place, operation }, options })
    throw new ReviewError('NOT_SIGNABLE', `Operation ${index + 1} cannot be signed here.`)
  })
  return { ...quote, originChainsOperations }
}

function getSignable(review: Review, { quote, index }: { quote: Quote; index: number }): Signable {
  const operation = review.operations[index]
  if (!operation || operation.index !== index)
    throw new ReviewError('NOT_SIGNABLE', `There is no operation ${index + 1}.`)
  return { operation, id: quote.id, endsAtMs: getQuoteEnd(quote) }
}

function requireSignableReview(review: Review, nowMs: number): Quote {
  if (!isVerified(review) || !review.signable || !review.quote)
    throw new ReviewError('NOT_SIGNABLE', 'This quote did not pass its checks.')
  requirePinned(review)
  if (nowMs >= getQuoteEnd(review.quote)) throw createExpiredError()
  return review.quote
}

function getQuoteEnd(quote: Quote): number {
  return Number(quote.expirationTimestamp) * 1000
}
