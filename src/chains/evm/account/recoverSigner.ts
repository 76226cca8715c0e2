import { hashMessage } from 'viem/utils'

import { type Account, getAccountKind } from '#protocol/accounts/account.ts'
import { buildApproveTypedData } from '#protocol/orders/approval.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { ApproveDomain } from '#protocol/orders/approval.ts'
import { type AccountOrigin, predictAccount } from './predictAccount.ts'
import { readApprover, readHashSigner } from './readApprover.ts'
import { hashUserOperation, type UserOp } from '../operation/userOperation.ts'

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
