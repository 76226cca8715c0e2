import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'

/**
 * Returns the EVM address of a private key.
 *
 * @param key - 32 bytes.
 * @throws Error if the key is invalid for secp256k1 (zero, or not below the curve's order).
 */
export function getKeyAddress(key: Hash): EvmAddress {
  return privateKeyToAddress(key)
}

/** Statements an attestor can sign about an order. */
export type AttestedState = 'Filled' | 'Cancelled'

const fields = [
  { name: 'orderHash', type: 'bytes32' },
  { name: 'fillHash', type: 'bytes32' },
] as const

/**
 * Signs an attestation about an order for its escrow.
 *
 * @returns 65 bytes, as `release` and `refund` accept them. Source: OriginEscrow.sol.
 */
export function signEvmAttestation(
  statement: AttestedState,
  options: {
    key: Hash
    chainNumber: number
    escrow: EvmAddress
    orderHash: Hash
    fillHash: Hash
  },
): Promise<Hex> {
  const account = privateKeyToAccount(options.key)
  const domain = {
    name: 'OriginEscrow',
    version: '1',
    chainId: options.chainNumber,
    verifyingContract: options.escrow,
  }
  const message = { orderHash: options.orderHash, fillHash: options.fillHash }
  return statement === 'Filled'
    ? account.signTypedData({ domain, types: { Filled: fields }, primaryType: 'Filled', message })
    : account.signTypedData({
        domain,
        types: { Cancelled: fields },
        primaryType: 'Cancelled',
        message,
      })
}
