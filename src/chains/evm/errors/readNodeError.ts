import { BaseError, RpcRequestError } from 'viem'

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
