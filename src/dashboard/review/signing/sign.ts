import type { Hex } from '#protocol/ids/hex.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import {
  expired,
  isSigned,
  type Signable,
  signOne,
  turnOf,
  type SigningOptions,
  refuseUnpinned,
  SigningRefusal,
  withSignatures,
} from './signOne.ts'
import { withSolanaSignature } from './withSolanaSignature.ts'
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
  const quote = refuseBadReview(review, options.nowMs())
  const { operation, ...place } = signableOf(review, { quote, index })
  if (operation.kind === 'evm') return signOne({ ...place, operation }, options)
  const { signSolana } = await import('./signSolana.ts')
  return signSolana({ ...place, operation }, options)
}

/**
 * The operations of a review that the book does not hold all signatures for, by index; those of one
 * key stand together, so that a wallet that shows one account at a time changes it once.
 */
export function unsignedOperations(
  review: Review,
  options: Pick<SigningOptions, 'book' | 'owner' | 'others'>,
): readonly number[] {
  const { quote } = review
  if (!quote) return []
  return review.operations
    .filter((operation) => !isSigned({ operation, id: quote.id }, options))
    .toSorted((a, b) => turnOf(a, options) - turnOf(b, options))
    .map(({ index }) => index)
}

/**
 * The quote to send: as it was received, with the kept signatures in their places.
 *
 * @throws SigningRefusal when the review is not signable, expired, or a signature is missing.
 */
export function signedQuote(review: Review, options: SigningOptions): Quote {
  const quote = refuseBadReview(review, options.nowMs())
  // A call that was signed before it was quoted: the service has its signature.
  if (review.operations.length === 0) return quote
  const originChainsOperations = quote.originChainsOperations.map((received, index) => {
    const { operation, ...place } = signableOf(review, { quote, index })
    if (operation.kind === 'evm' && isEvmOperation(received))
      return withSignatures(received, { signable: { ...place, operation }, options })
    if (operation.kind === 'solana' && !isEvmOperation(received))
      return withSolanaSignature(received, { signable: { ...place, operation }, options })
    throw new SigningRefusal('NOT_SIGNABLE', `Operation ${index + 1} cannot be signed here.`)
  })
  return { ...quote, originChainsOperations }
}

function signableOf(review: Review, { quote, index }: { quote: Quote; index: number }): Signable {
  const operation = review.operations[index]
  if (!operation || operation.index !== index)
    throw new SigningRefusal('NOT_SIGNABLE', `There is no operation ${index + 1}.`)
  return { operation, id: quote.id, endsAtMs: endOf(quote) }
}

function refuseBadReview(review: Review, nowMs: number): Quote {
  if (!isVerified(review) || !review.signable || !review.quote)
    throw new SigningRefusal('NOT_SIGNABLE', 'This quote did not pass its checks.')
  refuseUnpinned(review)
  if (nowMs >= endOf(review.quote)) throw expired()
  return review.quote
}

function endOf(quote: Quote): number {
  return Number(quote.expirationTimestamp) * 1000
}
