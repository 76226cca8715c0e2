import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'

type Ed25519 = Pick<typeof ed25519, 'getPublicKey' | 'sign' | 'verify'> & {
  ExtendedPoint: { fromHex: (bytes: Uint8Array, zip215?: boolean) => unknown }
}

/** The release that the dashboard is built with instead of the project's. See vite.config.ts. */
const file = path.join(
  import.meta.dirname,
  '../../../../node_modules/viem/node_modules/@noble/curves/esm/ed25519.js',
)
const { ed25519: older }: { ed25519: Ed25519 } = await import(pathToFileURL(file).href)

function bytes(length: number) {
  return fc.uint8Array({ minLength: length, maxLength: length })
}

function isPoint(read: () => unknown): boolean {
  try {
    return read() !== undefined
  } catch {
    return false
  }
}

test('both releases create the same signatures, and accept the same ones', () => {
  fc.assert(
    fc.property(bytes(32), fc.uint8Array(), fc.nat(63), (secret, message, at) => {
      const key = ed25519.getPublicKey(secret)
      const signature = ed25519.sign(message, secret)
      expect(older.getPublicKey(secret)).toEqual(key)
      expect(older.sign(message, secret)).toEqual(signature)
      const broken = signature.with(at, (signature[at] ?? 0) ^ 1)
      for (const zip215 of [true, false]) {
        expect(older.verify(signature, message, key, { zip215 })).toBe(true)
        expect(older.verify(broken, message, key, { zip215 })).toBe(
          ed25519.verify(broken, message, key, { zip215 }),
        )
      }
    }),
    { numRuns: 25 },
  )
})

test('both releases accept the same points, so the same addresses have a key', () => {
  fc.assert(
    fc.property(bytes(32), (candidate) => {
      expect(isPoint(() => older.ExtendedPoint.fromHex(candidate, true))).toBe(
        isPoint(() => ed25519.Point.fromBytes(candidate, true)),
      )
    }),
    { numRuns: 200 },
  )
})
