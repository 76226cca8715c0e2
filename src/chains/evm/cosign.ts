import { sign } from 'viem/accounts'
import { concat } from 'viem/utils'

import type { ApproveDomain } from '#networks/network.ts'
import { approveTypedData } from '#protocol/approval.ts'
import type { EvmAddress } from '#protocol/caip.ts'
import type { Hash, Hex } from '#protocol/hex.ts'
import { readApprover } from './readApprover.ts'
import { hashUserOperation, type UserOp } from './userOperation.ts'

/**
 * Who signed an operation's `Approve`.
 *
 * @param op - Its signature is what the client filled in.
 * @returns Undefined unless the signature is 65 bytes that recover to somebody.
 */
export async function recoverApprover(
  op: Pick<UserOp, 'sender' | 'callData' | 'nonce' | 'signature'>,
  options: { chainNumber: number; domain: ApproveDomain },
): Promise<EvmAddress | undefined> {
  return readApprover(approveTypedData(op, options), op.signature)
}

/**
 * Adds the co-signature to the owner's: 130 bytes, the account's service path.
 * Everything but the signature must be final: the co-signature binds it.
 */
export async function cosign(
  op: UserOp,
  options: { key: Hash; chainNumber: number; entryPoint: EvmAddress },
): Promise<{ signature: Hex; userOpHash: Hash }> {
  const userOpHash = hashUserOperation(op, options)
  const cosignature = await sign({ hash: userOpHash, privateKey: options.key, to: 'hex' })
  return { signature: concat([op.signature, cosignature]), userOpHash }
}
