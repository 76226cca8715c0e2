import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import { isSignedBy, signBytes } from './solanaKey.ts'
import { decodeMessage, getSigners } from '../../codec/message.ts'
import { encodeHex, decodeHex, joinBytes } from '../../program/bytes.ts'

/** A payout's message and the signatures of all attestors that it names. */
export type Attestation = {
  message: Uint8Array
  signatures: ReadonlyMap<SolanaAddress, Uint8Array>
}

const signatureLength = 64
/** The most that a program can require. Source: `maxAttestors`. */
const maxSignatures = 3

/**
 * Signs the message of a payout. The caller has checked it with `findPayoutError`.
 *
 * @param key - The attestor's seed, 32 bytes.
 * @returns The signature, 64 bytes, followed by the message.
 */
export function signAttestation(message: Hex, key: Hash): Hex {
  const bytes = decodeHex(message)
  return encodeHex(joinBytes([signBytes(bytes, key), bytes]))
}

/**
 * Joins attestors' results: their signatures, in the order in which the message names them, then
 * the message.
 *
 * @param signed - Results of {@link signAttestation}, for any messages and from any attestors.
 * @returns The first message signed by everyone it names; undefined when there is none.
 */
export function joinAttestations(signed: readonly Hex[]): Hex | undefined {
  const parts = signed.map((one) => toPart(one)).filter((part) => part !== undefined)
  for (const { message } of parts) {
    const given = parts.filter((part) => encodeHex(part.message) === encodeHex(message))
    const signatures = getRequiredAttestors(message).map((attestor) => {
      const own = given.find(({ signature }) => isSignedBy(attestor, { bytes: message, signature }))
      return own?.signature
    })
    const all = signatures.filter((signature) => signature !== undefined)
    if (all.length > 0 && all.length === signatures.length)
      return encodeHex(joinBytes([...all, message]))
  }
  return undefined
}

/** Decodes what {@link joinAttestations} wrote; undefined unless every signature is valid. */
export function readAttestation(attestation: Hex): Attestation | undefined {
  const bytes = decodeHex(attestation)
  for (let count = 1; count <= maxSignatures; count++) {
    const message = bytes.slice(count * signatureLength)
    const attestors = getRequiredAttestors(message)
    if (attestors.length !== count) continue
    const entries = attestors.map((attestor, index) => {
      const start = index * signatureLength
      return [attestor, bytes.slice(start, start + signatureLength)] as const
    })
    const isSigned = entries.every(([attestor, signature]) =>
      isSignedBy(attestor, { bytes: message, signature }),
    )
    if (isSigned) return { message, signatures: new Map(entries) }
  }
  return undefined
}

/** Required signers of a message besides its fee payer; none when it is not a message of ours. */
function getRequiredAttestors(message: Uint8Array): readonly SolanaAddress[] {
  const decoded = decodeMessage(message)
  return decoded ? getSigners(decoded).slice(1) : []
}

function toPart(signed: Hex): { signature: Uint8Array; message: Uint8Array } | undefined {
  const bytes = decodeHex(signed)
  if (bytes.length <= signatureLength) return undefined
  return { signature: bytes.slice(0, signatureLength), message: bytes.slice(signatureLength) }
}
