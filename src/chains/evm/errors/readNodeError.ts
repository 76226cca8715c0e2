import { BaseError, RpcRequestError } from 'viem'

/** What a node says that refuses a call. */
export type NodeError = { code: number; message: string; data: unknown }

/**
 * What the node itself said, underneath viem's error, whose own words name the provider's address; undefined
 * where no node refused anything.
 */
export function readNodeError(error: unknown): NodeError | undefined {
  const cause =
    error instanceof BaseError ? error.walk((one) => one instanceof RpcRequestError) : undefined
  if (!(cause instanceof RpcRequestError)) return undefined
  return { code: cause.code, message: cause.details, data: cause.data }
}
