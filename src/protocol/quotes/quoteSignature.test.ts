import fc from 'fast-check'
import { expect, test } from 'vitest'

import { canonicalizeJson } from './canonicalizeJson.ts'
import {
  hashSignedQuote,
  verifyQuoteSignature,
  getQuoteSigner,
  signQuote,
} from './quoteSignature.ts'

const secretKey = new Uint8Array(32).fill(7)
const quoteSigner = getQuoteSigner(secretKey)
const domain = { kind: 'quote', network: 'devnet' } as const
const document = {
  id: '0x01',
  originChainsOperations: [
    { userOp: { sender: '0xaa', signature: '0x' }, amount: '1', delegation: { nonce: 1 } },
    { type: 'solana', dataToSign: 'AA==' },
  ],
  fees: { assets: { 'eip155:1/slip44:60': '5' }, cumulativeUSD: '0.01' },
}

test('a document and its seal keep to fixed test vectors', () => {
  expect(quoteSigner).toMatchInlineSnapshot(
    `"0xea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c"`,
  )
  expect(hashSignedQuote(document)).toMatchInlineSnapshot(
    `"0x115f3f4c8857d2b5406a527f7e03a74009bdf6084ebbf3a2d69753fc669f4d15"`,
  )
  expect(signQuote(document, { ...domain, secretKey })).toMatchInlineSnapshot(
    `"0x191ed5f8110c78ac5720e4f5a58e7a2b6f8942a477e505ae3adb032785beb82ea738bd873ac042626883c176e7716ea7644b94ac4b9c2eddf170e910f8745104"`,
  )
})

test('what the client fills in does not break the seal', () => {
  const signature = signQuote(document, { ...domain, secretKey })
  const signed = structuredClone(document)
  Object.assign(signed.originChainsOperations[0]?.userOp ?? {}, { signature: '0x1234' })
  Object.assign(signed.originChainsOperations[0]?.delegation ?? {}, { signature: { r: '0x' } })
  Object.assign(signed.originChainsOperations[1] ?? {}, { signature: 'abc' })
  Object.assign(signed, { tamperProofSignature: signature })
  expect(verifyQuoteSignature(signed, { ...domain, signature, quoteSigner })).toBe(true)
})

test('key order does not matter to the seal', () => {
  const signature = signQuote(document, { ...domain, secretKey })
  const reversed = Object.fromEntries(Object.entries(document).toReversed())
  expect(verifyQuoteSignature(reversed, { ...domain, signature, quoteSigner })).toBe(true)
})

test.each([
  ['another kind', { kind: 'prepared', network: 'devnet' } as const],
  ['another network', { kind: 'quote', network: 'mainnet' } as const],
])('a seal is not good for %s', (_, other) => {
  const signature = signQuote(document, { ...domain, secretKey })
  expect(verifyQuoteSignature(document, { ...other, signature, quoteSigner })).toBe(false)
})

test('a changed, added or removed field breaks the seal', () => {
  const signature = signQuote(document, { ...domain, secretKey })
  function refuses(changed: object): boolean {
    return !verifyQuoteSignature(changed, { ...domain, signature, quoteSigner })
  }
  expect(refuses({ ...document, id: '0x02' })).toBe(true)
  expect(refuses({ ...document, extra: null })).toBe(true)
  expect(refuses({ ...document, signature: '0x' })).toBe(true)
  expect(refuses({ ...document, fees: undefined })).toBe(true)
  expect(refuses({ ...document, id: '\uD800' })).toBe(true)
})

test('another key and a shortened signature are refused', () => {
  const forged = signQuote(document, { ...domain, secretKey: new Uint8Array(32).fill(8) })
  expect(verifyQuoteSignature(document, { ...domain, signature: forged, quoteSigner })).toBe(false)
  expect(verifyQuoteSignature(document, { ...domain, signature: '0x', quoteSigner })).toBe(false)
})

test('canonical JSON is the sorted form of the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalizeJson(value)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalizeJson(JSON.parse(text))).toBe(text)
    }),
  )
})

test('canonical JSON matches the example of RFC 8785', () => {
  const value = { '\u20ac': 'Euro', '\r': 1, b: [56, { d: true, '10': null, '1': [] }], a: 1e21 }
  expect(canonicalizeJson(value)).toBe(
    '{"\\r":1,"a":1e+21,"b":[56,{"1":[],"10":null,"d":true}],"€":"Euro"}',
  )
})

test.each([Number.NaN, Infinity, 1n, '\uDC00'])('canonical JSON refuses %s', (value) => {
  expect(() => canonicalizeJson({ value })).toThrow(TypeError)
})
