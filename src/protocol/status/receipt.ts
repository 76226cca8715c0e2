import { keccak256, stringToBytes } from 'viem/utils'
import { z } from 'zod/mini'

import { AccountAddress, ChainId } from '../ids/caip.ts'
import { Hash, Hex } from '../ids/hex.ts'
import { PrepareCallQuoteRequest } from '../quotes/callQuote.ts'
import { canonicalizeJson } from '../quotes/canonicalizeJson.ts'
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

/** One event that a browser read from a chain. */
export const SeenEvent = z.strictObject({
  kind: z.enum(['deposited', 'released', 'refunded', 'filled', 'cancelled']),
  chain: ChainId,
  /** Transaction hash, or signature on Solana. */
  hash: z.string().check(z.maxLength(128)),
  /** Time of its block. */
  at: z.iso.datetime(),
})
export type SeenEvent = z.output<typeof SeenEvent>

const receiptFields = {
  kind: z.literal('estuary-receipt'),
  version: z.literal(1),
  quoteId: Hash,
  /** The network's name, as the quote's signature covers it. */
  network: z.string().check(z.maxLength(64)),
  /** The quote key that was pinned where the receipt was made. */
  quoteSigner: z.optional(Hash),
  /** The chains that pay and receive. */
  chains: z
    .array(z.strictObject({ chain: ChainId, name: z.string().check(z.maxLength(64)) }))
    .check(z.maxLength(100)),
  /** When the file was made, by the clock of that browser. */
  madeAt: z.iso.datetime(),
  /** Absent in a receipt of an execution that another browser signed. */
  signed: z.optional(SignedQuote),
  /** What the service reports; nobody signs it. */
  record: z.optional(StatusRecord),
  /** What the chains showed, in order. */
  events: z.array(SeenEvent).check(z.maxLength(1000)),
}

/** A receipt without its own digest. */
export type ReceiptContent = Omit<Receipt, 'digest'>

/**
 * The receipt of one execution, as a file: what was agreed and signed, what the service reports and
 * what the chains showed.
 */
export const Receipt = z.strictObject({
  ...receiptFields,
  /** {@link hashReceipt} of everything else; finds accidents, not forgery. */
  digest: Hash,
})
export type Receipt = z.output<typeof Receipt>

/**
 * Returns the keccak256 of a receipt's canonical JSON without its digest.
 *
 * @throws TypeError when it is not I-JSON.
 */
export function hashReceipt(receipt: object): Hash {
  const { digest: _, ...content }: Record<string, unknown> = { ...receipt }
  return keccak256(stringToBytes(canonicalizeJson(content)))
}
