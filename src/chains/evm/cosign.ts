import { sign } from 'viem/accounts'
import { concat, hashTypedData, recoverAddress } from 'viem/utils'

import type { ApproveDomain } from '#networks/network.ts'
import { approveTypedData } from '#protocol/approval.ts'
import type { EvmAddress } from '#protocol/caip.ts'
import type { Hash, Hex } from '#protocol/hex.ts'
import { hashUserOperation, type UserOp } from './userOperation.ts'

/** Bytes of one signature: r, s, v. */
const signatureBytes = 65

const approveTypes = { Approve: [{ name: 'callDataAndNonceHash', type: 'bytes32' }] } as const

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
  if (op.signature.length !== 2 + signatureBytes * 2) return undefined
  try {
    const { domain, message } = approveTypedData(op, options)
    const hash = hashTypedData({ domain, types: approveTypes, primaryType: 'Approve', message })
    return await recoverAddress({ hash, signature: op.signature })
  } catch {
    // Not a point of the curve: nobody's signature.
    return undefined
  }
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
