import { recoverAuthorizationAddress } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { joinSignature } from '#protocol/orders/normalizeSignature.ts'
import type { DelegationSignature } from '#protocol/orders/operation.ts'

/**
 * Recovers the signer of an EIP-7702 authorization. Runs in the browser.
 *
 * @returns Undefined unless the signature is valid.
 */
export async function readAuthority(
  signed: Pick<
    DelegationSignature,
    'chainId' | 'contractAddress' | 'nonce' | 'r' | 's' | 'yParity'
  >,
): Promise<EvmAddress | undefined> {
  const { chainId, contractAddress, nonce, r, s, yParity } = signed
  try {
    return await recoverAuthorizationAddress({
      authorization: { address: contractAddress, chainId, nonce },
      signature: joinSignature({ r: BigInt(r), s: BigInt(s), yParity }),
    })
  } catch {
    // Not a point of the curve.
    return undefined
  }
}
