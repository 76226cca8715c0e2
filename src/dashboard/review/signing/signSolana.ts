import { ed25519 } from '@noble/curves/ed25519.js'

import { decodeBase64, addressToBytes, encodeHex, decodeHex } from '#chains/solana/program/bytes.ts'
import { decodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import {
  askUntilExpiry,
  findSigningKey,
  createNotOwnerError,
  getSignaturePlace,
  type Signable,
  type SigningOptions,
  createWrongSignatureError,
} from './signOne.ts'
import type { SolanaOperationFacts } from '../cases/operationFacts.ts'

/**
 * Has the wallet sign a Solana operation, and stores the signature. It is accepted only if it is by
 * the account itself and over exactly the bytes that were verified. Source: wire, "What is signed".
 *
 * @returns 64 bytes; a stored signature if present.
 * @throws ReviewError, or the wallet's own error.
 */
export async function signSolana(
  signable: Signable<SolanaOperationFacts>,
  options: SigningOptions,
): Promise<Hex> {
  const { operation } = signable
  const { dataToSign } = operation
  const { signer, signatures } = options
  const key = findSigningKey(operation, options)
  const ask = signer.signSolanaMessage
  if (key === undefined || !ask) throw createNotOwnerError(options)
  const place = getSignaturePlace(signable, key)
  const kept = signatures.read(place)
  if (kept !== undefined && isSolanaSignatureBy(key, { dataToSign, signature: decodeHex(kept) }))
    return kept
  const answer = await askUntilExpiry(signable, options, () => ask(dataToSign, key))
  const signature = parseSignature(answer)
  if (!signature || !isSolanaSignatureBy(key, { dataToSign, signature }))
    throw createWrongSignatureError(key)
  const hex = encodeHex(signature)
  signatures.save(place, hex)
  return hex
}

function parseSignature(answer: string): Uint8Array | undefined {
  try {
    return decodeBase58(answer)
  } catch {
    // Not base58.
    return undefined
  }
}

/** Whether 64 bytes are a key's signature of a message in base64, by the cluster's own rules. */
export function isSolanaSignatureBy(
  key: SolanaAddress,
  { dataToSign, signature }: { dataToSign: string; signature: Uint8Array },
): boolean {
  try {
    // As strict as the cluster: rejects malleable signatures and weak keys.
    const options = { zip215: false }
    return ed25519.verify(signature, decodeBase64(dataToSign), addressToBytes(key), options)
  } catch {
    // Wrong length, or a key that is not on the curve.
    return false
  }
}
