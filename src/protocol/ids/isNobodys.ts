import { EvmAddress } from './caip.ts'

/** Written for the native coin where a token's address is expected. Source: ERC-7528. */
const coinPlaceholder = `0x${'e'.repeat(40)}`
/** Addresses below it are precompiles of our chains: of all up to 0x11, P-256 at 0x100, and Arbitrum's between. */
const firstFree = 0x200n
/** Where tokens are sent to burn them. */
const burnAddress = `0x${'dead'.padStart(40, '0')}`

/** Whether nobody can have an address: what it receives is lost. */
export function isNobodys(text: string): boolean {
  if (/^1{32}$/.test(text)) return true
  const evm = EvmAddress.safeParse(text)
  if (!evm.success) return false
  const address = evm.data.toLowerCase()
  return BigInt(address) < firstFree || address === burnAddress || address === coinPlaceholder
}
