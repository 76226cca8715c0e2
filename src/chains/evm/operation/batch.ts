import { decodeAbiParameters, encodeAbiParameters } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'

/** One call of an account's batch; `value` in wei. */
export type BatchCall = { to: EvmAddress; value: bigint; data: Hex }

/** `execute(bytes32 mode, bytes executionData)` of ERC-7579. */
const executeSelector = '0xe9ae5c53'

/** Batch that reverts as a whole, without extra data. Source: ERC-7579, ERC-7821. */
const batchMode = `0x01${'00'.repeat(31)}` as const

const executeParameters = [{ type: 'bytes32' }, { type: 'bytes' }] as const
const batchParameters = [
  {
    type: 'tuple[]',
    components: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
    ],
  },
] as const

/** Encodes the account's call data for these calls in order, all or nothing. */
export function encodeBatch(calls: readonly BatchCall[]): Hex {
  const executionData = encodeAbiParameters(batchParameters, [calls])
  return `${executeSelector}${encodeAbiParameters(executeParameters, [batchMode, executionData]).slice(2)}`
}

/**
 * Decodes the calls of an account's call data, in order.
 *
 * @returns Undefined unless {@link encodeBatch} encodes these calls to exactly this call data, so
 *   not for another selector or mode, or a non-canonical encoding.
 */
export function decodeBatch(callData: Hex): readonly BatchCall[] | undefined {
  if (callData.slice(0, 10).toLowerCase() !== executeSelector) return undefined
  try {
    const [, executionData] = decodeAbiParameters(executeParameters, `0x${callData.slice(10)}`)
    const [calls] = decodeAbiParameters(batchParameters, executionData)
    return encodeBatch(calls) === callData.toLowerCase() ? calls : undefined
  } catch {
    // Not ABI-encoded.
    return undefined
  }
}
