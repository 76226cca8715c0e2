import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { decodeBase58, encodeBase58 } from './base58.ts'

describe('base58', () => {
  test('gives back whatever bytes were written, leading zeros included', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(3), (bytes, zeros) => {
        const padded = Uint8Array.from([...Array.from({ length: zeros }, () => 0), ...bytes])
        expect(decodeBase58(encodeBase58(padded))).toEqual(padded)
      }),
    )
  })

  test('reads and writes known addresses of Solana', () => {
    expect(decodeBase58('11111111111111111111111111111111')).toEqual(new Uint8Array(32))
    const token = decodeBase58('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
    expect(Buffer.from(token).toString('hex')).toBe(
      '06ddf6e1d765a193d9cbe146ceeb79ac1cb485ed5f5b37913a8cf5857eff00a9',
    )
    expect(encodeBase58(token)).toBe('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
  })

  test('refuses the letters that look like others', () => {
    expect(() => decodeBase58('0OIl')).toThrow('is not base58')
  })
})
