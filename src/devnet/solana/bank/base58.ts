import { decodeBase58, encodeBase58 } from '#protocol/ids/base58.ts'
import { createInvalidParams } from './rpcError.ts'

/** Maximum length of a text to decode, as decoding takes quadratic time. */
const maxCharacters = 2_048

/** Encodes bytes as base58, like addresses, hashes and signatures. */
export function toBase58(bytes: Uint8Array): string {
  return encodeBase58(bytes)
}

/**
 * Decodes base58 from a request.
 *
 * @param length - Required number of bytes; any when absent.
 * @throws RpcError -32602 when it is not base58, too long, or of another length.
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
