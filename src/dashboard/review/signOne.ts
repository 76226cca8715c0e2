import { readApprover } from '#chains/evm/readApprover.ts'
import { readAuthority } from '#chains/evm/readAuthority.ts'
import { type EvmAddress, isSameAddress } from '#protocol/caip.ts'
import { Hash, Hex } from '#protocol/hex.ts'
import type {
  Delegation,
  DelegationSignature,
  EvmChainOperation,
  TypedDataToSign,
} from '#protocol/operation.ts'
import type { SignatureBook, SignaturePlace } from './signatureBook.ts'
import { unpinnedReason } from './trust.ts'
import type { OperationFacts } from './verifyQuote.ts'

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
  /** The wallet cannot sign EIP-7702 authorizations, and the operation needs one. */
  | 'NO_AUTHORIZATION'

/** A review was not signed, and nothing was sent. */
export class SigningRefusal extends Error {
  override readonly name = 'SigningRefusal'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

/** @throws SigningRefusal when a review rests on roots that nobody has confirmed. */
export function refuseUnpinned(review: Parameters<typeof unpinnedReason>[0]): void {
  const reason = unpinnedReason(review)
  if (reason !== undefined) throw new SigningRefusal('NOT_SIGNABLE', reason)
}

/** An EIP-7702 authorization to sign: for one chain and one nonce of the account. */
export type Authorization = { chainId: number; contractAddress: EvmAddress; nonce: number }

/** How a wallet is reached: only from this file. */
export type OperationSigner = {
  signTypedData: (
    chainNumber: number,
    typedData: TypedDataToSign,
    key: EvmAddress,
  ) => Promise<string>
  /** Undefined where no wallet can: only the local wallet signs authorizations. */
  signAuthorization?:
    | ((authorization: Authorization, key: EvmAddress) => Promise<unknown>)
    | undefined
}

/** Who signs and what keeps it. */
export type SigningOptions = {
  signer: OperationSigner
  /** The connected key. */
  owner: EvmAddress
  /** Further keys that sign for accounts of theirs, each with its own wallet. */
  others?: readonly EvmAddress[]
  book: SignatureBook
  /** Milliseconds since the epoch on the service's clock. */
  nowMs: () => number
}

/** One operation that its verifier found good, and until when it may be signed. */
export type Signable = { operation: OperationFacts; id: Hash; endsAtMs: number }

/**
 * Asks the wallet for what one operation needs, its signature and, on the first of an EIP-7702
 * account on a chain, the authorization; keeps both.
 *
 * Refused without asking: a key that is none of the account's, a wallet that cannot sign the
 * authorization. A wallet that answers after the end answers too late.
 *
 * @returns 65 bytes that recover to the owner; the kept signature if there is one.
 * @throws SigningRefusal, or whatever the wallet rejects with.
 */
export async function signOne(signable: Signable, options: SigningOptions): Promise<Hex> {
  const { operation } = signable
  const key = keyOf(operation, options)
  if (!key)
    throw new SigningRefusal('NOT_THE_OWNER', `${options.owner} may not sign for this account.`)
  if (operation.delegation)
    await authorize(signable, { delegation: operation.delegation, key, options })
  const place = placeOf(signable, key)
  const kept = options.book.read(place)
  if (kept !== undefined && (await isBy(key, { operation, signature: kept }))) return kept
  const { typedData, chain } = operation
  const answer = await beforeEnd(signable, options, () =>
    options.signer.signTypedData(chain.chainNumber, typedData, key),
  )
  const signature = Hex.safeParse(answer)
  if (!signature.success || !(await isBy(key, { operation, signature: signature.data })))
    throw wrongSignature(key)
  options.book.keep(place, signature.data)
  return signature.data
}

/** Whether the book holds all that an operation needs. */
export function isSigned(
  signable: Omit<Signable, 'endsAtMs'>,
  options: Pick<SigningOptions, 'book' | 'owner' | 'others'>,
): boolean {
  const { book } = options
  const key = keyOf(signable.operation, options)
  if (!key) return false
  const place = placeOf(signable, key)
  const needsMore = signable.operation.delegation !== undefined
  return (
    book.read(place) !== undefined &&
    (!needsMore || book.read({ ...place, part: 'authorization' }) !== undefined)
  )
}

/**
 * An operation to send: as it was received, with what was kept in its places.
 *
 * @throws SigningRefusal when something is missing.
 */
export function withSignatures(
  received: EvmChainOperation,
  { signable, options }: { signable: Signable; options: SigningOptions },
): EvmChainOperation {
  const place = placeOf(signable, keyOf(signable.operation, options) ?? options.owner)
  const signature = options.book.read(place)
  const { delegation } = signable.operation
  const authorization = options.book.read({ ...place, part: 'authorization' })
  if (signature === undefined || (delegation && authorization === undefined))
    throw new SigningRefusal('NOT_SIGNABLE', `Operation ${place.index + 1} is not signed yet.`)
  const signed = { ...received, userOp: { ...received.userOp, signature } }
  if (!delegation || authorization === undefined) return signed
  const asked = authorizationOf(signable.operation, delegation)
  return {
    ...signed,
    delegation: { ...delegation, signature: writeAuthorization(asked, authorization) },
  }
}

/** The end came before everything was signed. */
export function expired(): SigningRefusal {
  return new SigningRefusal('EXPIRED', 'The quote expired before everything was signed.')
}

async function authorize(
  signable: Signable,
  {
    delegation,
    key,
    options,
  }: { delegation: Delegation; key: EvmAddress; options: SigningOptions },
): Promise<void> {
  const { book, signer } = options
  const place = { ...placeOf(signable, key), part: 'authorization' } as const
  const asked = authorizationOf(signable.operation, delegation)
  const kept = book.read(place)
  if (kept !== undefined && (await isAuthorityOf(key, writeAuthorization(asked, kept)))) return
  const sign = signer.signAuthorization
  if (!sign)
    throw new SigningRefusal(
      'NO_AUTHORIZATION',
      'This wallet cannot sign the authorization that turns your own address into a smart account.',
    )
  const answer = joined(await beforeEnd(signable, options, () => sign(asked, key)))
  if (!answer || !(await isAuthorityOf(key, writeAuthorization(asked, answer))))
    throw wrongSignature(key)
  book.keep(place, answer)
}

/** The chain is the one of the domain that was verified, never what an answer names. */
function authorizationOf({ chain }: OperationFacts, delegation: Delegation): Authorization {
  const { contractAddress, nonce } = delegation
  return { chainId: chain.chainNumber, contractAddress, nonce }
}

async function isAuthorityOf(owner: EvmAddress, signed: DelegationSignature): Promise<boolean> {
  const authority = await readAuthority(signed)
  return authority !== undefined && isSameAddress(authority, owner)
}

/** 65 bytes (r, s, v) as the interface writes a signed authorization. */
function writeAuthorization(asked: Authorization, signature: Hex): DelegationSignature {
  const v = Number.parseInt(signature.slice(130), 16)
  return {
    ...asked,
    r: `0x${signature.slice(2, 66)}`,
    s: `0x${signature.slice(66, 130)}`,
    v,
    yParity: v - 27,
    type: 'Signed',
  }
}

/** What a wallet answered as 65 bytes; undefined when it is no signature. */
function joined(answer: unknown): Hex | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { r, s, yParity }: Record<string, unknown> = { ...answer }
  const [first, second] = [Hash.safeParse(r), Hash.safeParse(s)]
  if (!first.success || !second.success || (yParity !== 0 && yParity !== 1)) return undefined
  return `${first.data}${second.data.slice(2)}${(27 + yParity).toString(16)}`
}

function placeOf({ id, operation }: Omit<Signable, 'endsAtMs'>, owner: EvmAddress): SignaturePlace {
  return { quoteId: id, index: operation.index, owner }
}

/** When the key of an operation signs: 0 for the connected one, then the others in their order. */
export function turnOf(
  operation: Pick<OperationFacts, 'account'>,
  options: Pick<SigningOptions, 'owner' | 'others'>,
): number {
  const key = keyOf(operation, options)
  return key === undefined ? 0 : [options.owner, ...(options.others ?? [])].indexOf(key)
}

/** The key that signs an operation: the connected one where it may, else one of the others. */
function keyOf(
  { account }: Pick<OperationFacts, 'account'>,
  { owner, others = [] }: Pick<SigningOptions, 'owner' | 'others'>,
): EvmAddress | undefined {
  const keys =
    'sessionAddress' in account
      ? [account.sessionAddress, account.adminAddress]
      : [account.signerAddress]
  return [owner, ...others].find((own) => keys.some((key) => isSameAddress(key, own)))
}

/** Waits for the wallet no longer than the quote lives: an open wallet must not hold the page. */
async function beforeEnd<result>(
  { endsAtMs }: Signable,
  { nowMs }: Pick<SigningOptions, 'nowMs'>,
  ask: () => Promise<result>,
): Promise<result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ended = new Promise<never>((_, reject) => {
    // A prepared call may live longer than a timer can count.
    timer = setTimeout(() => reject(expired()), Math.min(endsAtMs - nowMs(), 2 ** 31 - 1))
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

function wrongSignature(owner: EvmAddress): SigningRefusal {
  return new SigningRefusal(
    'WRONG_SIGNATURE',
    `The wallet answered a signature that is not by ${owner}. It was thrown away.`,
  )
}
