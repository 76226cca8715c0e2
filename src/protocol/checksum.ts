import { getAddress } from 'viem/utils'

/** Addresses found right lately, so that the same few tokens do not cost a hash at every door. */
const right = new Set<string>()
const mostKept = 10_000

const evmForm = /^0x[0-9a-fA-F]{40}$/

/** The 40 characters of an EVM address in EIP-55 mixed case, without `0x`. */
export function checksumOf(address: string): string {
  return getAddress(address.toLowerCase()).slice(2)
}

/** Whether an EVM address is in one case throughout or carries a right EIP-55 checksum. */
export function isChecksumRight(address: string): boolean {
  if (!evmForm.test(address)) return false
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  if (right.has(digits)) return true
  if (checksumOf(address) !== digits) return false
  if (right.size >= mostKept) right.clear()
  right.add(digits)
  return true
}
