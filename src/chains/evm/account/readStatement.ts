import { hashTypedData } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { type SessionStatement, buildSessionTypedData } from '#protocol/accounts/session.ts'
import { readHashSigner } from './readApprover.ts'

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
