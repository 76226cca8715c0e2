import { decodeErrorResult, parseAbi } from 'viem/utils'

import type { Hex } from '#protocol/ids/hex.ts'

const standardErrors = parseAbi(['error Error(string reason)', 'error Panic(uint256 code)'])

/** Characters of a contract's own words that are passed on. */
const maxCharacters = 160

/**
 * What a contract gave as its reason, in words for people: its sentence, its panic code, or the
 * selector of an error of its own. Its sentence is cut and kept to printable ASCII: anybody can
 * write a contract.
 */
export function describeRevert(data: Hex): string {
  if (data === '0x') return 'it gave no reason'
  try {
    const { errorName, args } = decodeErrorResult({ abi: standardErrors, data })
    if (errorName === 'Panic') return `panic 0x${args[0].toString(16)}`
    return `“${args[0].replaceAll(/[^\x20-\x7e]/g, '?').slice(0, maxCharacters)}”`
  } catch {
    return `error ${data.slice(0, 10)}`
  }
}
