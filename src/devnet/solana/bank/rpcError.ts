import type { Json } from './json.ts'

/** A JSON-RPC error with a real cluster's message and code. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: Json | undefined

  constructor(code: number, message: string, data?: Json) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Error codes of JSON-RPC 2.0 and of Solana's RPC (`rpc-client-api`, custom_error.rs). */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  preflightFailure: -32_002,
  signatureVerification: -32_003,
  blockNotAvailable: -32_004,
  nodeUnhealthy: -32_005,
  slotSkipped: -32_009,
  unsupportedVersion: -32_015,
  minContextSlot: -32_016,
} as const

/** Creates the error for invalid parameters. */
export function createInvalidParams(reason: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, reason)
}
