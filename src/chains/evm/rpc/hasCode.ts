import { keccak256 } from 'viem/utils'

/** Code hash of an address that was used but has no code. */
const emptyCodeHash = BigInt(keccak256('0x'))

/** Whether an address has code, by its code hash; 0 is an unused address. */
export function hasCode(codeHash: bigint): boolean {
  return codeHash !== 0n && codeHash !== emptyCodeHash
}
