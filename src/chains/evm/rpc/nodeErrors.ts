import { BaseError, RpcRequestError } from 'viem'

import { Hex } from '#protocol/ids/hex.ts'

/** A JSON-RPC error of a node. */
export type NodeError = { code: number; message: string; data: unknown }

/**
 * Extracts the node's own error from viem's, whose message includes the provider's URL; undefined
 * if no node returned an error.
 */
export function readNodeError(error: unknown): NodeError | undefined {
  const cause =
    error instanceof BaseError ? error.walk((one) => one instanceof RpcRequestError) : undefined
  if (!(cause instanceof RpcRequestError)) return undefined
  return { code: cause.code, message: cause.details, data: cause.data }
}

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

/** Revert data of a call that failed in a simulation; `0x` if there is none. */
export function getRevertData(result: {
  returnData: Hex
  error?: { data?: unknown } | undefined
}): Hex {
  if (result.returnData !== '0x') return result.returnData
  const data = result.error?.data
  return typeof data === 'string' && data.startsWith('0x') ? `0x${data.slice(2)}` : '0x'
}

function getData(data: unknown): Hex | undefined {
  if (typeof data === 'object' && data !== null && 'data' in data) return getData(data.data)
  const hex = Hex.safeParse(data)
  return hex.success ? hex.data : undefined
}
