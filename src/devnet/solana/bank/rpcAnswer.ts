/** A value in a response. A bigint becomes a JSON number with all digits; undefined is omitted. */
export type Json =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

/** Serializes JSON, writing 64-bit numbers with all digits like a cluster does. */
export function writeJson(value: Json): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}:${writeJson(member)}`],
  )
  return `{${members.join(',')}}`
}

/** Type guard for lists: `Array.isArray` does not narrow readonly ones. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

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
