import { z } from 'zod/mini'

import { AccountAddress } from '../ids/caip.ts'
import { Hash, Hex } from '../ids/hex.ts'
import { PrepareCallQuoteRequest } from '../quotes/callQuote.ts'
import { QuoteRequest } from '../quotes/quote.ts'
import { StatusRecord } from './status.ts'

/** Bytes of a signature as the app writes them: in lower case, so that each has one spelling. */
const SignatureBytes = Hex.check(
  z.refine(
    (text) => text === text.toLowerCase() && (text.length === 130 || text.length === 132),
    'Expected a signature: 64 or 65 bytes in lower case.',
  ),
)

/** A user's signature of one operation, as given in this browser. */
export const GivenSignature = z.strictObject({
  /** Index of the operation in the quote; 0 for a prepared call. */
  operation: z.int().check(z.nonnegative()),
  /** The key that signed. */
  key: AccountAddress,
  /** EIP-712 digest of the typed data; on Solana the SHA-256 of the message. */
  digest: Hash,
  /** 65 bytes; 64 on Solana. */
  signature: SignatureBytes,
  /** The signature of the EIP-7702 authorization, 65 bytes, where the operation has one. */
  authorization: z.optional(SignatureBytes),
})
export type GivenSignature = z.output<typeof GivenSignature>

/** What a browser keeps of a quote that it signed. */
export const SignedQuote = z.strictObject({
  /** The quote as received; the verifier reads it. */
  quote: z.unknown(),
  request: QuoteRequest,
  signatures: z.array(GivenSignature).check(z.maxLength(100)),
  /** Unix milliseconds on the service's clock. */
  signedAtMs: z.int().check(z.nonnegative()),
  /** The prepared call that the quote pays for, as received, with its request and signature. */
  call: z.optional(
    z.strictObject({
      prepared: z.unknown(),
      request: PrepareCallQuoteRequest,
      signature: GivenSignature,
    }),
  ),
})
export type SignedQuote = z.output<typeof SignedQuote>

/** The receipt of one execution, as a file: what was agreed and signed, and what the service reports. */
export const Receipt = z.strictObject({
  kind: z.literal('estuary-receipt'),
  version: z.literal(1),
  quoteId: Hash,
  /** The network's name, as the quote's signature covers it. */
  network: z.string().check(z.maxLength(64)),
  /** The quote key that was pinned where the receipt was made. */
  quoteSigner: z.optional(Hash),
  /** When the file was made, by the clock of that browser. */
  madeAt: z.iso.datetime(),
  /** Absent in a receipt of an execution that another browser signed. */
  signed: z.optional(SignedQuote),
  /** What the service reports; nobody signs it. */
  record: z.optional(StatusRecord),
})
export type Receipt = z.output<typeof Receipt>
