import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

import { decodeBase58, encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { Hash, type Hex } from '#protocol/ids/hex.ts'

/** Encodes bytes as base64. Runs in browsers and in Node. */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/**
 * Decodes base64.
 *
 * @throws DOMException when the text is not base64.
 */
export function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** Compares bytes. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

const addressBytes = 32

/** Appends fields of instruction data; numbers are little-endian. */
export type ByteWriter = {
  u8: (value: number) => ByteWriter
  u32: (value: number) => ByteWriter
  u64: (value: bigint) => ByteWriter
  i64: (value: bigint) => ByteWriter
  /** 32 bytes. */
  hash: (value: Hash) => ByteWriter
  address: (value: SolanaAddress) => ByteWriter
  bytes: () => Uint8Array
}

/** Reads fields in sequence, as {@link ByteWriter} wrote them. */
export type ByteReader = {
  u8: () => number
  u32: () => number
  u64: () => bigint
  i64: () => bigint
  hash: () => Hash
  address: () => SolanaAddress
  skip: (count: number) => void
  /** Whether all bytes were read. */
  isDone: () => boolean
}

/**
 * Creates a writer.
 *
 * @throws RangeError from its functions when a number does not fit its field, Error when an address
 *   is not 32 bytes long.
 */
export function writeBytes(): ByteWriter {
  const parts: Uint8Array[] = []
  const writer: ByteWriter = {
    u8: (value) => add(Uint8Array.of(value)),
    u32: (value) => add(u32ToBytes(value)),
    u64: (value) => add(numberToBytes(value, { isSigned: false })),
    i64: (value) => add(numberToBytes(value, { isSigned: true })),
    hash: (value) => add(decodeHex(value)),
    address: (value) => add(addressToBytes(value)),
    bytes: () => joinBytes(parts),
  }
  return writer

  function add(part: Uint8Array): ByteWriter {
    parts.push(part)
    return writer
  }
}

/**
 * Creates a reader over bytes.
 *
 * @throws RangeError from its functions when there are no bytes left.
 */
export function readBytes(bytes: Uint8Array): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  return {
    u8: () => view.getUint8(next(1)),
    u32: () => view.getUint32(next(4), true),
    u64: () => view.getBigUint64(next(8), true),
    i64: () => view.getBigInt64(next(8), true),
    hash: () => Hash.parse(encodeHex(take())),
    address: () => encodeBase58(take()),
    skip: (count) => void next(count),
    isDone: () => at === bytes.length,
  }

  function next(count: number): number {
    if (at + count > bytes.length) throw new RangeError('The bytes end too early.')
    at += count
    return at - count
  }

  function take(): Uint8Array {
    const start = next(addressBytes)
    return bytes.subarray(start, start + addressBytes)
  }
}

/**
 * The 32 bytes of an address.
 *
 * @throws Error when it is not base58 or has another length.
 */
export function addressToBytes(address: SolanaAddress): Uint8Array {
  const bytes = decodeBase58(address)
  if (bytes.length !== addressBytes) throw new Error(`"${address}" has not 32 bytes.`)
  return bytes
}

/** Decodes hex, such as the 32 bytes of a hash. */
export function decodeHex(hex: Hex): Uint8Array {
  return hexToBytes(hex.slice(2))
}

/** Encodes bytes as hex. */
export function encodeHex(bytes: Uint8Array): Hex {
  return `0x${bytesToHex(bytes)}`
}

/** Concatenates byte arrays. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...parts)
}

function numberToBytes(value: bigint, { isSigned }: { isSigned: boolean }): Uint8Array {
  const fits = isSigned ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value)
  if (fits !== value) throw new RangeError(`${value} does not fit into 64 bits.`)
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, value), true)
  return bytes
}

function u32ToBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  if (new DataView(bytes.buffer).getUint32(0, true) !== value)
    throw new RangeError(`${value} does not fit into 32 bits.`)
  return bytes
}
