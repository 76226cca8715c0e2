import { EvmAddress } from './caip.ts'

/** Written for the native coin where a token's address is expected. Source: ERC-7528. */
const coinPlaceholder = `0x${'e'.repeat(40)}`
/** Addresses below it are the chains' own: precompiles, and 0x…dEaD, to which tokens are burnt. Source: EIP-1352. */
const firstFree = 0x1_0000n

/** Whether nobody can have an address: what it receives is lost. */
export function isNobodys(address: string): boolean {
  if (/^1{32}$/.test(address)) return true
  const evm = EvmAddress.safeParse(address)
  if (!evm.success) return false
  return BigInt(evm.data) < firstFree || evm.data.toLowerCase() === coinPlaceholder
}
