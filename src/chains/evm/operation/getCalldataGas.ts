import { hexToBytes } from 'viem/utils'

import type { Hex } from '#protocol/ids/hex.ts'

/** Gas of a transaction before its calls and its bytes. */
export const transactionGas = 21_000n

/**
 * Gas of a transaction's bytes. `usual` is paid beside what the calls take; `floor` is the least that
 * the bytes cost together with the calls, and a transaction with a smaller limit is no valid one.
 *
 * Source: EIP-2028 (4 for a zero, 16 for another byte), EIP-7623 (10 and 40).
 */
export function getCalldataGas(data: Hex): { usual: bigint; floor: bigint } {
  const bytes = hexToBytes(data)
  const zeros = bytes.reduce((sum, byte) => (byte === 0 ? sum + 1 : sum), 0)
  const tokens = BigInt(zeros + (bytes.length - zeros) * 4)
  return { usual: tokens * 4n, floor: tokens * 10n }
}
