import { getAddress } from 'viem/utils'

import { createBoundedCache } from './boundedCache.ts'

/**
 * Checksums by lower-case address, so that an address is hashed once however often it is validated.
 */
const checksums = createBoundedCache<string>(20_000)

const evmForm = /^0x[0-9a-fA-F]{40}$/

/** Returns the 40 characters of an EVM address with EIP-55 checksum, without `0x`. */
export function toChecksum(address: string): string {
  const plain = address.toLowerCase()
  return checksums.get(plain, () => getAddress(plain).slice(2))
}

/** Whether an EVM address is all lower case, all upper case or has a valid EIP-55 checksum. */
export function isChecksumValid(address: string): boolean {
  if (!evmForm.test(address)) return false
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  return toChecksum(address) === digits
}
