import { type Abi, type AbiParameter, encodeErrorResult, parseAbi } from 'viem'

import type { Hex } from '#protocol/ids/hex.ts'

/**
 * Encodes revert data of an error given by its human-readable signature.
 *
 * @param args - Values of the error's parameters; arbitrary ones of each type if omitted.
 */
export function buildRevertData(signature: string, args?: readonly unknown[]): Hex {
  const lines: readonly string[] = [`error ${signature}`]
  const abi: Abi = parseAbi(lines)
  const [error] = abi
  if (error?.type !== 'error') throw new Error(`${signature} is not an error.`)
  return encodeErrorResult({
    abi,
    errorName: error.name,
    args: args ?? error.inputs.map(buildSample),
  })
}

function buildSample({ type }: AbiParameter): unknown {
  if (type === 'address') return '0x00000000000000000000000000000000000000aa'
  if (type === 'bytes') return '0x1234'
  const bytes = /^bytes(\d+)$/.exec(type)?.[1]
  if (bytes !== undefined) return `0x${'ab'.repeat(Number(bytes))}`
  const bits = Number(/^uint(\d+)$/.exec(type)?.[1])
  return bits > 48 ? 7n : 7
}
