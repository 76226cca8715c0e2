import { hexToBytes } from 'viem/utils'

import type { Hex } from '#protocol/ids/hex.ts'

/** Intrinsic gas of a transaction without its bytes. */
export const transactionGas = 21_000n

/**
 * Gas of a transaction's bytes. `usual` is charged in addition to execution; `floor` is the minimum
 * for bytes and execution together, below which a gas limit is invalid.
 *
 * Source: EIP-2028 (4 for a zero, 16 for another byte), EIP-7623 (10 and 40).
 */
export function getCalldataGas(data: Hex): { usual: bigint; floor: bigint } {
  const bytes = hexToBytes(data)
  const zeros = bytes.reduce((sum, byte) => (byte === 0 ? sum + 1 : sum), 0)
  const tokens = BigInt(zeros + (bytes.length - zeros) * 4)
  return { usual: tokens * 4n, floor: tokens * 10n }
}
