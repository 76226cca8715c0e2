import { isRecord } from '../ids/isRecord.ts'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes, keccak256, stringToBytes } from 'viem/utils'

import { canonicalizeJson } from './canonicalizeJson.ts'
import type { Hash, Hex } from '../ids/hex.ts'

/** Kind of a signed document; a signature for one kind never verifies for the other. */
export type QuoteSignatureKind = 'quote' | 'prepared'

/** Domain of a signature: the document's kind and the network's name as in discovery. */
export type QuoteSignatureDomain = { kind: QuoteSignatureKind; network: string }

/**
 * Returns the `keccak256` of a document's canonical JSON without its tamper-proof signature and the
 * fields that clients fill in: `userOp.signature` and `delegation.signature` of EVM operations,
 * `signature` of Solana operations. Any other change, including an added field, changes the hash.
 *
 * @throws TypeError when the document is not I-JSON.
 * Source: wire, "Quotes".
 */
export function hashSignedQuote(document: object): Hash {
  return keccak256(stringToBytes(canonicalizeJson(withoutClientFields(document))))
}

/** Signs a document. @param options.secretKey - 32 bytes of Ed25519. @returns 64 bytes as hex. */
export function signQuote(
  document: object,
  options: QuoteSignatureDomain & { secretKey: Uint8Array },
): Hex {
  return bytesToHex(ed25519.sign(buildQuoteMessage(document, options), options.secretKey))
}

/**
 * Whether `signature` is the service's signature of the document.
 *
 * @param options.quoteSigner - Raw Ed25519 public key, 32 bytes as hex.
 */
export function verifyQuoteSignature(
  document: object,
  options: QuoteSignatureDomain & { signature: Hex; quoteSigner: Hex },
): boolean {
  if (options.signature.length !== 130) return false
  try {
    return ed25519.verify(
      hexToBytes(options.signature),
      buildQuoteMessage(document, options),
      hexToBytes(options.quoteSigner),
      { zip215: false },
    )
  } catch {
    // Not I-JSON, or a point that is not on the curve: cannot be the signed document.
    return false
  }
}

/** Returns the Ed25519 public key of a quote key: 32 bytes as hex. */
export function getQuoteSigner(secretKey: Uint8Array): Hash {
  return bytesToHex(ed25519.getPublicKey(secretKey))
}

/** Returns the bytes to sign: tag, network and hash, one per line. */
export function buildQuoteMessage(document: object, domain: QuoteSignatureDomain): Uint8Array {
  return stringToBytes(`estuary/${domain.kind}/v1\n${domain.network}\n${hashSignedQuote(document)}`)
}

function withoutClientFields(document: object): object {
  const { tamperProofSignature: _, ...rest }: Record<string, unknown> = { ...document }
  const operations = rest['originChainsOperations']
  return {
    ...rest,
    ...(Array.isArray(operations) && { originChainsOperations: operations.map(removeSignature) }),
    ...('destinationChainOperation' in rest && {
      destinationChainOperation: removeSignature(rest['destinationChainOperation']),
    }),
    ...('chainOperation' in rest && {
      chainOperation: removeSignature(rest['chainOperation']),
    }),
  }
}

function removeSignature(operation: unknown): unknown {
  if (!isRecord(operation)) return operation
  if (!('userOp' in operation)) return omitField(operation, 'signature')
  return {
    ...operation,
    userOp: omitField(operation['userOp'], 'signature'),
    ...('delegation' in operation && {
      delegation: omitField(operation['delegation'], 'signature'),
    }),
  }
}

function omitField(value: unknown, field: string): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== field))
}
