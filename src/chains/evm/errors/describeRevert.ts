import { decodeErrorResult, parseAbi } from 'viem/utils'

import type { Hex } from '#protocol/ids/hex.ts'

const standardErrors = parseAbi(['error Error(string reason)', 'error Panic(uint256 code)'])

/** Most characters quoted from a contract's error text. */
const maxCharacters = 160

/**
 * Describes revert data in words: the error text, the panic code, or the selector of a custom
 * error. Text is shortened and reduced to printable ASCII, since anyone can write a contract.
 */
export function describeRevert(data: Hex): string {
  if (data === '0x') return 'a contract stopped without saying why'
  try {
    const { errorName, args } = decodeErrorResult({ abi: standardErrors, data })
    if (errorName === 'Panic') return `panic 0x${args[0].toString(16)}`
    return `“${args[0].replaceAll(/[^\x20-\x7e]/g, '?').slice(0, maxCharacters)}”`
  } catch {
    return `error ${data.slice(0, 10)}`
  }
}
