import { sign } from 'viem/accounts'
import { concat } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import { hashUserOperation, type UserOp } from '../operation/userOperation.ts'

/**
 * Appends the co-signature to the owner's signature: 130 bytes, the account's service path.
 * Everything except the signature must be final, since the co-signature binds it.
 */
export async function cosignOperation(
  op: UserOp,
  options: { key: Hash; chainNumber: number; entryPoint: EvmAddress },
): Promise<{ signature: Hex; userOpHash: Hash }> {
  const userOpHash = hashUserOperation(op, options)
  const cosignature = await sign({ hash: userOpHash, privateKey: options.key, to: 'hex' })
  return { signature: concat([op.signature, cosignature]), userOpHash }
}
