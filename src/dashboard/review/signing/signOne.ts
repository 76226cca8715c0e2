import { readApprover } from '#chains/evm/account/recoverSigner.ts'
import { readAuthority } from '#chains/evm/account/authorization.ts'
import {
  type AccountAddress,
  type EvmAddress,
  isSameAddress,
  type SolanaAddress,
} from '#protocol/ids/caip.ts'
import { type Hash, Hex, HexQuantity } from '#protocol/ids/hex.ts'
import { joinSignature, normalizeSignature, toParity } from '#protocol/orders/normalizeSignature.ts'
import type {
  Delegation,
  DelegationSignature,
  EvmChainOperation,
  TypedDataToSign,
} from '#protocol/orders/operation.ts'
import { translate } from '../../language/translate.ts'
import type { SignatureStore, SignaturePlace } from './signatureStore.ts'
import { getUnpinnedReason } from '../trust.ts'
import type { EvmOperationFacts, OperationFacts } from '../verifyQuote.ts'

/** Why a review was not signed; the wallet's own errors are passed through. */
export type ReviewErrorCode =
  /** It was not made by the verifier, or has a mismatch. */
  | 'NOT_SIGNABLE'
  /** The quote expired before the wallet answered. */
  | 'EXPIRED'
  /** No key of the user belongs to the account. */
  | 'NOT_THE_OWNER'
  /** The wallet signed with another key, or signed something else. */
  | 'WRONG_SIGNATURE'
  /** The wallet cannot sign EIP-7702 authorizations, and the operation needs one. */
  | 'NO_AUTHORIZATION'

/** Thrown when a review is not signed; nothing was sent. */
export class ReviewError extends Error {
  override readonly name = 'ReviewError'
  readonly code: ReviewErrorCode

  constructor(code: ReviewErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Requires that a review's roots are compiled in or pinned. @throws ReviewError otherwise. */
export function requirePinned(review: Parameters<typeof getUnpinnedReason>[0]): void {
  const reason = getUnpinnedReason(review)
  if (reason !== undefined) throw new ReviewError('NOT_SIGNABLE', reason)
}

/** An EIP-7702 authorization to sign, for one chain and one nonce of the account. */
export type AuthorizationRequest = { chainId: number; contractAddress: EvmAddress; nonce: number }

/** Access to the wallets; used by this folder only. */
export type OperationSigner = {
  signTypedData: (
    chainNumber: number,
    typedData: TypedDataToSign,
    key: EvmAddress,
  ) => Promise<string>
  /** Undefined where no wallet supports it; only the local wallet signs authorizations. */
  signAuthorization?:
    | ((authorization: AuthorizationRequest, key: EvmAddress) => Promise<unknown>)
    | undefined
  /**
   * Signs a message (base64) with a Solana key; undefined without a Solana wallet. Throws when the
   * wallet changed the message.
   */
  signSolanaMessage?: ((dataToSign: string, key: SolanaAddress) => Promise<string>) | undefined
}

/** The signing keys and wallets, and the store of signatures. */
export type SigningOptions = {
  signer: OperationSigner
  /** The connected key. */
  owner: AccountAddress
  /** Further keys, including Solana's, that sign for their own accounts with their own wallets. */
  others?: readonly AccountAddress[]
  signatures: SignatureStore
  /** Unix milliseconds on the service's clock. */
  nowMs: () => number
}

/** An operation that passed verification, and until when it may be signed, Unix milliseconds. */
export type Signable<Operation extends OperationFacts = OperationFacts> = {
  operation: Operation
  id: Hash
  endsAtMs: number
}

/** {@link Signable} on an EVM chain. */
export type EvmSignable = Signable<EvmOperationFacts>

/**
 * Has the wallet sign an EVM operation and, where it needs one, an EIP-7702 authorization.
 *
 * Throws without asking the wallet when no key of the user belongs to the account, or the wallet
 * cannot sign the authorization. Answers after the expiry are rejected.
 *
 * @returns 65 bytes that recover to the owner; a stored signature if present.
 * @throws ReviewError, or the wallet's own error.
 */
export async function signOne(signable: EvmSignable, options: SigningOptions): Promise<Hex> {
  const { operation } = signable
  const key = findEvmKey(operation, options)
  if (!key) throw createNotOwnerError(options)
  if (operation.delegation)
    await authorize(signable, { delegation: operation.delegation, key, options })
  const place = getSignaturePlace(signable, key)
  const kept = options.signatures.read(place)
  if (kept !== undefined && (await isBy(key, { operation, signature: kept }))) return kept
  const { typedData, chain } = operation
  const answer = await askUntilExpiry(signable, options, () =>
    options.signer.signTypedData(chain.chainNumber, typedData, key),
  )
  const signature = readSignature(answer)
  if (signature === undefined || !(await isBy(key, { operation, signature })))
    throw createWrongSignatureError(key)
  options.signatures.save(place, signature)
  return signature
}

/** Whether all signatures of an operation are stored. */
export function isSigned(
  signable: Omit<Signable, 'endsAtMs'>,
  options: Pick<SigningOptions, 'signatures' | 'owner' | 'others'>,
): boolean {
  const { signatures } = options
  const key = findSigningKey(signable.operation, options)
  if (!key) return false
  const place = getSignaturePlace(signable, key)
  const { operation } = signable
  const needsMore = operation.kind === 'evm' && operation.delegation !== undefined
  return (
    signatures.read(place) !== undefined &&
    (!needsMore || signatures.read({ ...place, part: 'authorization' }) !== undefined)
  )
}

/**
 * Adds the stored signatures to an operation as received.
 *
 * @throws ReviewError when one is missing.
 */
export function addSignatures(
  received: EvmChainOperation,
  { signable, options }: { signable: EvmSignable; options: SigningOptions },
): EvmChainOperation {
  const place = getSignaturePlace(
    signable,
    findSigningKey(signable.operation, options) ?? options.owner,
  )
  const signature = options.signatures.read(place)
  const { delegation } = signable.operation
  const authorization = options.signatures.read({ ...place, part: 'authorization' })
  if (signature === undefined || (delegation && authorization === undefined))
    throw createUnsignedError(place)
  const signed = { ...received, userOp: { ...received.userOp, signature } }
  if (!delegation || authorization === undefined) return signed
  const asked = buildAuthorization(signable.operation, delegation)
  return {
    ...signed,
    delegation: { ...delegation, signature: serializeAuthorization(asked, authorization) },
  }
}

/** The error for a quote that expired before everything was signed. */
export function createExpiredError(): ReviewError {
  return new ReviewError('EXPIRED', translate('The quote expired before everything was signed.'))
}

/** The error for an operation that is not signed yet. */
export function createUnsignedError({ index }: { index: number }): ReviewError {
  return new ReviewError(
    'NOT_SIGNABLE',
    translate('Operation {number} isn’t signed yet.', { number: index + 1 }),
  )
}

/** The error for an account that no key of the user may sign for. */
export function createNotOwnerError({ owner }: Pick<SigningOptions, 'owner'>): ReviewError {
  return new ReviewError(
    'NOT_THE_OWNER',
    translate('{owner} can’t sign for this account.', { owner }),
  )
}

async function authorize(
  signable: EvmSignable,
  {
    delegation,
    key,
    options,
  }: { delegation: Delegation; key: EvmAddress; options: SigningOptions },
): Promise<void> {
  const { signatures, signer } = options
  const place = { ...getSignaturePlace(signable, key), part: 'authorization' } as const
  const asked = buildAuthorization(signable.operation, delegation)
  const kept = signatures.read(place)
  if (kept !== undefined && (await isAuthorityOf(key, serializeAuthorization(asked, kept)))) return
  const sign = signer.signAuthorization
  if (!sign)
    throw new ReviewError(
      'NO_AUTHORIZATION',
      translate(
        'This wallet can’t sign the authorization that turns your own address into a smart account.',
      ),
    )
  const answer = readSignature(await askUntilExpiry(signable, options, () => sign(asked, key)))
  if (!answer || !(await isAuthorityOf(key, serializeAuthorization(asked, answer))))
    throw createWrongSignatureError(key)
  signatures.save(place, answer)
}

/** Builds the authorization to sign; its chain is that of the verified domain, never the service's. */
export function buildAuthorization(
  { chain }: Pick<EvmOperationFacts, 'chain'>,
  delegation: Delegation,
): AuthorizationRequest {
  const { contractAddress, nonce } = delegation
  return { chainId: chain.chainNumber, contractAddress, nonce }
}

/** Whether a signed authorization is by a key. */
export async function isAuthorityOf(
  owner: EvmAddress,
  signed: DelegationSignature,
): Promise<boolean> {
  const authority = await readAuthority(signed)
  return authority !== undefined && isSameAddress(authority, owner)
}

/** Converts 65 bytes (r, s, v) to a signed authorization as on the wire. */
export function serializeAuthorization(
  asked: AuthorizationRequest,
  signature: Hex,
): DelegationSignature {
  const v: Hex = `0x${signature.slice(130)}`
  return {
    ...asked,
    r: `0x${signature.slice(2, 66)}`,
    s: `0x${signature.slice(66, 130)}`,
    v,
    yParity: Number(v) - 27,
    type: 'Signed',
  }
}

/**
 * Reads the signature that a wallet answers, as text or as r and s with yParity or v.
 *
 * @returns 65 bytes, r, s and v 27 or 28; undefined when it is no signature.
 */
function readSignature(answer: unknown): Hex | undefined {
  if (typeof answer === 'string') {
    const text = Hex.safeParse(answer)
    return text.success ? normalizeSignature(text.data) : undefined
  }
  if (typeof answer !== 'object' || answer === null) return undefined
  const { r, s, yParity, v }: Record<string, unknown> = { ...answer }
  const [first, second] = [HexQuantity.safeParse(r), HexQuantity.safeParse(s)]
  const parity = toParity(Number(yParity ?? v))
  if (!first.success || !second.success || parity === undefined) return undefined
  return joinSignature({ r: BigInt(first.data), s: BigInt(second.data), yParity: parity })
}

/** The place of an operation's signature in the store. */
export function getSignaturePlace(
  { id, operation }: Omit<Signable, 'endsAtMs'>,
  owner: AccountAddress,
): SignaturePlace {
  const digest =
    operation.kind === 'evm' ? operation.typedData.message.callDataAndNonceHash : operation.digest
  return { quoteId: id, index: operation.index, digest, owner }
}

/** The signing order of an operation's key: 0 for the connected one, then the others in order. */
export function getSigningOrder(
  operation: OperationFacts,
  options: Pick<SigningOptions, 'owner' | 'others'>,
): number {
  const key = findSigningKey(operation, options)
  const index = getOwnKeys(options).findIndex((own) => key !== undefined && isSameAddress(own, key))
  return Math.max(0, index)
}

/** The key that signs an operation; undefined when no key of the user may. */
export function findSigningKey(
  operation: OperationFacts,
  options: Pick<SigningOptions, 'owner' | 'others'>,
): AccountAddress | undefined {
  if (operation.kind === 'evm') return findEvmKey(operation, options)
  return getOwnKeys(options).find((own) => own === operation.account.accountAddress)
}

/** Prefers the connected key over the others. */
function findEvmKey(
  { account }: Pick<EvmOperationFacts, 'account'>,
  options: Pick<SigningOptions, 'owner' | 'others'>,
): EvmAddress | undefined {
  const keys =
    'sessionAddress' in account
      ? [account.sessionAddress, account.adminAddress]
      : [account.signerAddress]
  const [first] = getOwnKeys(options).flatMap(
    (own) => keys.find((key) => isSameAddress(key, own)) ?? [],
  )
  return first
}

function getOwnKeys({ owner, others = [] }: Pick<SigningOptions, 'owner' | 'others'>) {
  return [owner, ...others]
}

/** Waits for the wallet until the expiry, so that an unanswered prompt cannot block the page. */
export async function askUntilExpiry<result>(
  { endsAtMs }: Pick<Signable, 'endsAtMs'>,
  { nowMs }: Pick<SigningOptions, 'nowMs'>,
  ask: () => Promise<result>,
): Promise<result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ended = new Promise<never>((_, reject) => {
    // A prepared call may be valid for longer than the maximum delay of a timer.
    timer = setTimeout(
      () => reject(createExpiredError()),
      Math.min(endsAtMs - nowMs(), 2 ** 31 - 1),
    )
  })
  try {
    return await Promise.race([ask(), ended])
  } finally {
    clearTimeout(timer)
  }
}

async function isBy(
  owner: EvmAddress,
  signed: { operation: EvmOperationFacts; signature: Hex },
): Promise<boolean> {
  const approver = await readApprover(signed.operation.typedData, signed.signature)
  return approver !== undefined && isSameAddress(approver, owner)
}

/** The error for a wallet that signed with another key, or signed something else. */
export function createWrongSignatureError(owner: AccountAddress): ReviewError {
  return new ReviewError(
    'WRONG_SIGNATURE',
    translate('The wallet returned a signature that isn’t from {owner}. It was discarded.', {
      owner,
    }),
  )
}
