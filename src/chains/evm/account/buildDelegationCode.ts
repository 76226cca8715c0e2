import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'

/** Code of a delegated EIP-7702 account: a pointer to its delegate. */
export function buildDelegationCode(delegate: EvmAddress): Hex {
  return `0xef0100${delegate.slice(2)}`
}
