import { createPrivateKey, sign, randomBytes } from 'node:crypto'
import type { Hex, Hash } from '#protocol/ids/hex.ts'
import { type QuoteSignatureDomain, buildQuoteMessage } from '#protocol/quotes/quoteSignature.ts'

/** DER prefix of an Ed25519 private key. Source: RFC 8410. */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Creates a function that signs documents like `signQuote`, with Node's native Ed25519, which is
 * about twenty times faster.
 *
 * @param secretKey - 32 bytes of Ed25519.
 * @throws Error when the key is not 32 bytes.
 */
export function createQuoteSigner(secretKey: Uint8Array, domain: QuoteSignatureDomain) {
  if (secretKey.length !== 32)
    throw new Error(`The quote key has ${secretKey.length} bytes, not 32.`)
  const key = createPrivateKey({
    key: Buffer.concat([ed25519Prefix, secretKey]),
    format: 'der',
    type: 'pkcs8',
  })
  return (document: object): Hex =>
    `0x${sign(null, buildQuoteMessage(document, domain), key).toString('hex')}`
}

/** Generates a quote id: 32 random bytes. */
export function generateQuoteId(): Hash {
  return `0x${randomBytes(32).toString('hex')}`
}
