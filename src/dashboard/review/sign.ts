import { readApprover } from '#chains/evm/readApprover.ts'
import { type EvmAddress, isSameAddress } from '#protocol/caip.ts'
import { Hex } from '#protocol/hex.ts'
import type { TypedDataToSign } from '#protocol/operation.ts'
import { isEvmOperation } from '#protocol/operation.ts'
import type { Quote } from '#protocol/quote.ts'
import type { SignatureBook } from './signatureBook.ts'
import { isVerified, type OperationFacts, type Review } from './verifyQuote.ts'

/** Why a review was not signed; what the wallet itself says passes through as it is. */
export type RefusalCode =
  /** Not made by the verifier, or something in it contradicts what was asked. */
  | 'NOT_SIGNABLE'
  /** The quote ended before or while the wallet was asked. */
  | 'EXPIRED'
  /** The connected key holds no role of the account. */
  | 'NOT_THE_OWNER'
  /** The wallet signed with another key, or something else. */
  | 'WRONG_SIGNATURE'

/** A review was not signed, and nothing was sent. */
export class SigningRefusal extends Error {
  override readonly name = 'SigningRefusal'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

/** How a wallet is reached: only from this file. */
export type TypedDataSigner = {
  signTypedData: (chainNumber: number, typedData: TypedDataToSign) => Promise<string>
}

/** Who signs and what keeps it. */
export type SigningOptions = {
  signer: TypedDataSigner
  /** The connected key. */
  owner: EvmAddress
  book: SignatureBook
  /** Milliseconds since the epoch on the service's clock. */
  nowMs: () => number
}

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
  const { quote, operation } = refuseUnless(review, index, options)
  const place = { quoteId: quote.id, index, owner: options.owner }
  const kept = options.book.read(place)
  if (kept !== undefined && (await isBy(options.owner, { operation, signature: kept }))) return kept
  const { typedData, chain } = operation
  const answer = await beforeExpiry(quote, options, () =>
    options.signer.signTypedData(chain.chainNumber, typedData),
  )
  const signature = Hex.safeParse(answer)
  if (!signature.success || !(await isBy(options.owner, { operation, signature: signature.data })))
    throw new SigningRefusal(
      'WRONG_SIGNATURE',
      `The wallet answered a signature that is not by ${options.owner}. It was thrown away.`,
    )
  options.book.keep(place, signature.data)
  return signature.data
}

/** The operations of a review that the book holds no signature for, by index. */
export function unsignedOperations(
  review: Review,
  options: Pick<SigningOptions, 'book' | 'owner'>,
): readonly number[] {
  const { quote } = review
  if (!quote) return []
  return review.operations
    .map(({ index }) => index)
    .filter((index) => {
      const place = { quoteId: quote.id, index, owner: options.owner }
      return options.book.read(place) === undefined
    })
}

/**
 * The quote to send: as it was received, with the kept signatures in their places.
 *
 * @throws SigningRefusal when the review is not signable, expired, or a signature is missing.
 */
export function signedQuote(review: Review, options: SigningOptions): Quote {
  const quote = refuseBadReview(review, options.nowMs())
  const originChainsOperations = quote.originChainsOperations.map((operation, index) => {
    const signature = options.book.read({ quoteId: quote.id, index, owner: options.owner })
    if (signature === undefined || !isEvmOperation(operation))
      throw new SigningRefusal('NOT_SIGNABLE', `Operation ${index + 1} is not signed yet.`)
    return { ...operation, userOp: { ...operation.userOp, signature } }
  })
  return { ...quote, originChainsOperations }
}

function refuseUnless(review: Review, index: number, options: SigningOptions) {
  const quote = refuseBadReview(review, options.nowMs())
  const operation = review.operations[index]
  if (!operation || operation.index !== index)
    throw new SigningRefusal('NOT_SIGNABLE', `There is no operation ${index + 1}.`)
  const { account } = operation
  const keys =
    'sessionAddress' in account
      ? [account.sessionAddress, account.adminAddress]
      : [account.signerAddress]
  if (!keys.some((key) => isSameAddress(key, options.owner)))
    throw new SigningRefusal('NOT_THE_OWNER', `${options.owner} may not sign for this account.`)
  return { quote, operation }
}

function refuseBadReview(review: Review, nowMs: number): Quote {
  if (!isVerified(review) || !review.signable || !review.quote)
    throw new SigningRefusal('NOT_SIGNABLE', 'This quote did not pass its checks.')
  if (nowMs >= Number(review.quote.expirationTimestamp) * 1000) throw expired()
  return review.quote
}

/** Waits for the wallet no longer than the quote lives: an open wallet must not hold the page. */
async function beforeExpiry<result>(
  quote: Quote,
  { nowMs }: Pick<SigningOptions, 'nowMs'>,
  ask: () => Promise<result>,
): Promise<result> {
  const leftMs = Number(quote.expirationTimestamp) * 1000 - nowMs()
  let timer: ReturnType<typeof setTimeout> | undefined
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(expired()), leftMs)
  })
  try {
    return await Promise.race([ask(), ended])
  } finally {
    clearTimeout(timer)
  }
}

async function isBy(
  owner: EvmAddress,
  signed: { operation: OperationFacts; signature: Hex },
): Promise<boolean> {
  const approver = await readApprover(signed.operation.typedData, signed.signature)
  return approver !== undefined && isSameAddress(approver, owner)
}

function expired(): SigningRefusal {
  return new SigningRefusal('EXPIRED', 'The quote expired before everything was signed.')
}
