import type { Hex } from '#protocol/ids/hex.ts'
import { isEvmOperation, type SolanaChainOperation } from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { decodeHex } from '#chains/solana/program/bytes.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { translate } from '../../language/translate.ts'
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
  findSigningKey,
  getSignaturePlace,
  createUnsignedError,
} from './signOne.ts'
import { isVerified, type Review } from '../verifyQuote.ts'
import type { SolanaOperationFacts } from '../cases/operationFacts.ts'

/**
 * Has the wallet sign one operation of a verified review, and stores the signature.
 *
 * Throws without asking the wallet when the review is not the verifier's or not signable, the quote
 * has expired, or no key of the user belongs to the account. Answers after the expiry are rejected.
 *
 * @returns The signature: 65 bytes that recover to the owner, or 64 on Solana; a stored one if
 *   present.
 * @throws ReviewError, or the wallet's own error.
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
 * The indexes of operations that lack a signature. Those of one key are adjacent, so that a wallet
 * that shows one account at a time switches only once.
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
 * Builds the quote to submit: as received, with the stored signatures added.
 *
 * @param options.wasSent - It was sent already, and nobody knows whether it was taken: it may be sent again
 *   after it has expired, as the answer tells.
 * @throws ReviewError when the review is not signable, has expired, or lacks a signature.
 */
export function buildSignedQuote(
  review: Review,
  options: SigningOptions & { wasSent?: boolean },
): Quote {
  const quote = requireSignableReview(review, options.wasSent ? 0 : options.nowMs())
  // The quote of a contract call without deposits: the service has its signature already.
  if (review.operations.length === 0) return quote
  const originChainsOperations = quote.originChainsOperations.map((received, index) => {
    const { operation, ...place } = getSignable(review, { quote, index })
    if (operation.kind === 'evm' && isEvmOperation(received))
      return addSignatures(received, { signable: { ...place, operation }, options })
    if (operation.kind === 'solana' && !isEvmOperation(received))
      return addSolanaSignature(received, { signable: { ...place, operation }, options })
    throw new ReviewError(
      'NOT_SIGNABLE',
      translate('Operation {number} can’t be signed here.', { number: index + 1 }),
    )
  })
  return { ...quote, originChainsOperations }
}

function getSignable(review: Review, { quote, index }: { quote: Quote; index: number }): Signable {
  const operation = review.operations[index]
  if (!operation || operation.index !== index)
    throw new ReviewError(
      'NOT_SIGNABLE',
      translate('There is no operation {number}.', { number: index + 1 }),
    )
  return { operation, id: quote.id, endsAtMs: getQuoteEnd(quote) }
}

function requireSignableReview(review: Review, nowMs: number): Quote {
  if (!isVerified(review) || !review.signable || !review.quote)
    throw new ReviewError('NOT_SIGNABLE', translate('This quote failed its checks.'))
  requirePinned(review)
  if (nowMs >= getQuoteEnd(review.quote)) throw createExpiredError()
  return review.quote
}

function getQuoteEnd(quote: Quote): number {
  return Number(quote.expirationTimestamp) * 1000
}

/**
 * Adds the stored signature, in base58, to a Solana operation as received.
 *
 * @throws ReviewError when it is missing.
 */
function addSolanaSignature(
  received: SolanaChainOperation,
  {
    signable,
    options,
  }: {
    signable: Signable<SolanaOperationFacts>
    options: Pick<SigningOptions, 'signatures' | 'owner' | 'others'>
  },
): SolanaChainOperation {
  const key = findSigningKey(signable.operation, options) ?? options.owner
  const signature = options.signatures.read(getSignaturePlace(signable, key))
  if (signature === undefined) throw createUnsignedError(signable.operation)
  return { ...received, signature: encodeBase58(decodeHex(signature)) }
}
