import { base58 } from '@scure/base'

import { invalidParams } from './rpcError.ts'

/** Writes bytes as a cluster writes addresses, hashes and signatures. */
export function toBase58(bytes: Uint8Array): string {
  return base58.encode(bytes)
}

/**
 * Reads base58.
 *
 * @param text - What came over the wire.
 * @param length - Bytes it must have; any when absent.
 * @throws RpcError -32602 when it is no base58 or has another length.
 */
export function fromBase58(text: string, length?: number): Uint8Array {
  const bytes = decode(text)
  if (length !== undefined && bytes.length !== length)
    throw invalidParams('Invalid param: WrongSize')
  return bytes
}

function decode(text: string): Uint8Array {
  try {
    return base58.decode(text)
  } catch (cause) {
    throw Object.assign(invalidParams('Invalid param: Invalid'), { cause })
  }
}
