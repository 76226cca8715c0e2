import { hashMessage, hashTypedData, recoverAddress } from 'viem/utils'

import { type Account, getAccountKind } from '#protocol/accounts/account.ts'
import { buildApproveTypedData, type ApproveDomain } from '#protocol/orders/approval.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import { normalizeSignature } from '#protocol/orders/normalizeSignature.ts'
import type { TypedDataToSign } from '#protocol/orders/operation.ts'
import { type SessionStatement, buildSessionTypedData } from '#protocol/accounts/session.ts'
import { type AccountOrigin, predictAccount } from './predictAccount.ts'
import { hashUserOperation, type UserOp } from '../operation/userOperation.ts'

/** EIP-712 digest of typed data, which hardware wallets display. */
export function hashApproval(typedData: TypedDataToSign): Hash {
  return hashTypedData(typedData)
}

/**
 * Recovers the signer of typed data. Runs in the browser.
 *
 * @returns Undefined unless the signature is valid, in a form {@link normalizeSignature} reads.
 */
export async function readApprover(
  typedData: TypedDataToSign,
  signature: Hex,
): Promise<EvmAddress | undefined> {
  return readHashSigner(hashApproval(typedData), signature)
}

/**
 * Recovers the signer of a hash.
 *
 * @returns Undefined unless the signature is valid, in a form {@link normalizeSignature} reads.
 */
export async function readHashSigner(hash: Hash, signature: Hex): Promise<EvmAddress | undefined> {
  const normalized = normalizeSignature(signature)
  if (!/^0x.{128}1[bc]$/.test(normalized)) return undefined
  try {
    return await recoverAddress({ hash, signature: normalized })
  } catch {
    // Not a point of the curve.
    return undefined
  }
}

/**
 * Recovers the signer of a statement about a session key.
 *
 * @param options.network - Name of the network as in discovery.
 * @returns Undefined unless the signature is valid.
 */
export async function readStatement(
  statement: SessionStatement,
  { network, signature }: { network: string; signature: Hex },
): Promise<EvmAddress | undefined> {
  return readHashSigner(hashTypedData(buildSessionTypedData(statement, network)), signature)
}

/** Chain and contracts an operation is signed for. */
export type SignedAt = {
  chainNumber: number
  domain: ApproveDomain
  entryPoint: EvmAddress
  origin: AccountOrigin
}

/**
 * Recovers the signer of an operation, in one of the forms its account accepts: `Approve` for every
 * kind, and the operation's hash as an Ethereum message for basic and EIP-7702 accounts.
 *
 * @returns Undefined unless the signature is valid. Source: wire, "What is signed".
 */
export async function recoverSigner(
  op: UserOp,
  { account, ...at }: SignedAt & { account: Account },
): Promise<EvmAddress | undefined> {
  const kind = getAccountKind(account)
  const owner = kind === 'basic' || kind === 'eip7702' ? await recoverOwner(op, at) : undefined
  return owner ?? readApprover(buildApproveTypedData(op, at), op.signature)
}

/**
 * Recovers the owner of a basic or EIP-7702 account who signed the operation's hash as an Ethereum
 * message. Such an operation is submitted unchanged and needs no other signature.
 *
 * @returns Undefined for every other signature. Role accounts do not accept this form, since a
 *   session key has no authority of its own.
 */
export async function recoverOwner(
  op: UserOp,
  at: Omit<SignedAt, 'domain'>,
): Promise<EvmAddress | undefined> {
  const hash = hashMessage({ raw: hashUserOperation(op, at) })
  const signer = await readHashSigner(hash, op.signature)
  if (signer === undefined) return undefined
  const owned = [signer, predictAccount({ kind: 'basic', signer }, at.origin)]
  return owned.some((address) => isSameAddress(address, op.sender)) ? signer : undefined
}
