import { expect, test } from 'vitest'

import { signQuote } from '#protocol/quotes/quoteSignature.ts'
import { createQuoteSigner } from './createQuoteSigner.ts'
import { testQuoteKey } from '#testing/quotes/quotes.ts'

test('seals as the protocol does', () => {
  const domain = { kind: 'quote', network: 'devnet' } as const
  const document = { id: '0x01', originChainsOperations: [{ userOp: { signature: '0x' } }] }
  expect(createQuoteSigner(testQuoteKey, domain)(document)).toBe(
    signQuote(document, { ...domain, secretKey: testQuoteKey }),
  )
})

test('refuses a key of another length', () => {
  const domain = { kind: 'quote', network: 'devnet' } as const
  expect(() => createQuoteSigner(new Uint8Array(31), domain)).toThrow('31 bytes')
})
