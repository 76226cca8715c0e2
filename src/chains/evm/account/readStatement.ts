import { hashTypedData } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { type SessionStatement, buildSessionTypedData } from '#protocol/accounts/session.ts'
import { readHashSigner } from './readApprover.ts'

/**
 * Who signed a statement about a session key.
 *
 * @param options.network - As discovery names it.
 * @returns Undefined unless the signature is 65 bytes that recover to somebody.
 */
export async function readStatement(
  statement: SessionStatement,
  { network, signature }: { network: string; signature: Hex },
): Promise<EvmAddress | undefined> {
  return readHashSigner(hashTypedData(buildSessionTypedData(statement, network)), signature)
}
