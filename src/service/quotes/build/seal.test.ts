import { expect, test } from 'vitest'

import { seal } from '#protocol/quotes/seal.ts'
import { createSealer } from './seal.ts'
import { testQuoteKey } from '#testing/quotes/quotes.ts'

test('seals as the protocol does', () => {
  const domain = { kind: 'quote', network: 'devnet' } as const
  const document = { id: '0x01', originChainsOperations: [{ userOp: { signature: '0x' } }] }
  expect(createSealer(testQuoteKey, domain)(document)).toBe(
    seal(document, { ...domain, secretKey: testQuoteKey }),
  )
})

test('refuses a key of another length', () => {
  const domain = { kind: 'quote', network: 'devnet' } as const
  expect(() => createSealer(new Uint8Array(31), domain)).toThrow('31 bytes')
})
