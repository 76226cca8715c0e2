import { decodeBase58, encodeBase58 } from '#protocol/ids/base58.ts'
import { createInvalidParams } from './rpcError.ts'

/** Characters of the longest text that is read: reading takes the square of them. */
const maxCharacters = 2_048

/** Writes bytes as a cluster writes addresses, hashes and signatures. */
export function toBase58(bytes: Uint8Array): string {
  return encodeBase58(bytes)
}

/**
 * Reads base58 that came over the wire.
 *
 * @param length - Bytes it must have; any when absent.
 * @throws RpcError -32602 when it is no base58, is too long or has another length.
 */
export function fromBase58(text: string, length?: number): Uint8Array {
  if (text.length > maxCharacters) throw createInvalidParams('Invalid param: WrongSize')
  const bytes = decode(text)
  if (length !== undefined && bytes.length !== length)
    throw createInvalidParams('Invalid param: WrongSize')
  return bytes
}

function decode(text: string): Uint8Array {
  try {
    return decodeBase58(text)
  } catch (cause) {
    throw Object.assign(createInvalidParams('Invalid param: Invalid'), { cause })
  }
}
