import { hashMessage } from 'viem/utils'

import { type Account, getAccountKind } from '#protocol/accounts/account.ts'
import { buildApproveTypedData } from '#protocol/orders/approval.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { ApproveDomain } from '#networks/network.ts'
import { type AccountOrigin, predictAccount } from './predictAccount.ts'
import { readApprover, readHashSigner } from './readApprover.ts'
import { hashUserOperation, type UserOp } from '../operation/userOperation.ts'

/** Where an operation is good. */
export type SignedAt = {
  chainNumber: number
  domain: ApproveDomain
  entryPoint: EvmAddress
  origin: AccountOrigin
}

/**
 * Who signed an operation, in one of the forms that its account takes: `Approve` for every kind,
 * and the operation's hash as an Ethereum message for basic and EIP-7702 accounts.
 *
 * @returns Undefined unless the signature is 65 bytes that recover to somebody.
 * Source: wire, "What is signed".
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
 * The owner of a basic or EIP-7702 account who signed its operation's hash as an Ethereum message:
 * then the operation goes to the chain as it is, and needs nobody's signature beside it.
 *
 * @returns Undefined for every other signature. A role-based account has no such form: its session
 *   key has no power of its own.
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
