import { getAddress } from 'viem/utils'

import { createBoundedCache } from './boundedCache.ts'

/**
 * Checksums by address in lower case, so that an address costs one hash however often and in whatever
 * case it comes.
 */
const checksums = createBoundedCache<string>(20_000)

const evmForm = /^0x[0-9a-fA-F]{40}$/

/** The 40 characters of an EVM address in EIP-55 mixed case, without `0x`. */
export function toChecksum(address: string): string {
  const plain = address.toLowerCase()
  return checksums.get(plain, () => getAddress(plain).slice(2))
}

/** Whether an EVM address is in one case throughout or carries a right EIP-55 checksum. */
export function isChecksumValid(address: string): boolean {
  if (!evmForm.test(address)) return false
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  return toChecksum(address) === digits
}
