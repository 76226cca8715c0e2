import { Hex } from '#protocol/ids/hex.ts'

/**
 * Extracts the revert data from an error of `eth_call` or `eth_estimateGas`.
 *
 * @returns Undefined if the error is not a revert; `0x` for a revert without data.
 */
export function findRevertData(error: unknown): Hex | undefined {
  let isRevert = false
  for (let current = error; current instanceof Error; current = current.cause) {
    const data = 'data' in current ? getData(current.data) : undefined
    if (data !== undefined) return data
    isRevert ||= /revert/i.test(current.message)
  }
  return isRevert ? '0x' : undefined
}

function getData(data: unknown): Hex | undefined {
  if (typeof data === 'object' && data !== null && 'data' in data) return getData(data.data)
  const hex = Hex.safeParse(data)
  return hex.success ? hex.data : undefined
}
