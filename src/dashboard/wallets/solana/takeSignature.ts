import { ed25519 } from '@noble/curves/ed25519.js'

import { decodeMessage, decodeTransaction, getSigners } from '#chains/solana/codec/message.ts'
import { decodeBase58, encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { SigningError } from '../requests/signingError.ts'

/** The message a wallet was given to sign, and the account that signs. */
export type GivenMessage = {
  /** The version 0 message that the review confirmed. */
  message: Uint8Array
  address: SolanaAddress
  /** The wallet's display name. */
  wallet: string
}

/**
 * Extracts the user's signature from the transaction that a wallet returned, if its message is byte
 * for byte the one that was given. The signature is found by the user's key and verified.
 *
 * @param answered - The serialized transaction.
 * @returns Base58 of 64 bytes.
 * @throws SigningError `CHANGED` with the wallet's name and the change; `ACCOUNT` when the message
 *   does not need the user's signature; `FAILED` without a valid signature.
 */
export function takeSignature(
  answered: Uint8Array,
  { message, address, wallet }: GivenMessage,
): string {
  const transaction = decodeTransaction(answered)
  if (!transaction)
    throw new SigningError('FAILED', `${wallet} answered something that is no transaction.`)
  if (!isSame(transaction.message, message))
    throw new SigningError('CHANGED', `${wallet} ${findChange(message, transaction.message)}.`)
  const place = signersIn(message).indexOf(address)
  if (place === -1)
    throw new SigningError('ACCOUNT', `The transaction needs no signature by ${address}.`)
  const signature = transaction.signatures[place]
  if (!signature || !isBy(address, { message, signature }))
    throw new SigningError('FAILED', `${wallet} answered no signature by ${address}.`)
  return encodeBase58(signature)
}

/** Whether `address` signed the message. */
export function isBy(
  address: SolanaAddress,
  { message, signature }: { message: Uint8Array; signature: Uint8Array },
): boolean {
  try {
    // As strict as the cluster: rejects malleable signatures and weak keys.
    return ed25519.verify(signature, message, decodeBase58(address), { zip215: false })
  } catch {
    // The bytes are not a signature or key.
    return false
  }
}

/** Describes a wallet's change to a message, as the end of a sentence. */
function findChange(given: Uint8Array, answered: Uint8Array): string {
  const [before, after] = [decodeMessage(given), decodeMessage(answered)]
  if (!before || !after) return 'changed the transaction into another form before it signed'
  const known = before.instructions.map(({ programId }) => programId)
  const strange = after.instructions
    .map(({ programId }) => programId)
    .filter((program) => !known.includes(program))
  if (strange.length > 0)
    return `added a call of the program ${[...new Set(strange)].join(', ')} before it signed`
  const more = after.instructions.length - before.instructions.length
  if (more > 0)
    return `added ${more === 1 ? 'an instruction' : `${more} instructions`} before it signed`
  if (more < 0) return 'took instructions out of the transaction before it signed'
  if (before.feePayer !== after.feePayer) return 'made another account pay for the transaction'
  if (before.blockhash !== after.blockhash) return 'changed how long the transaction is valid'
  return 'changed an instruction of the transaction before it signed'
}

function signersIn(message: Uint8Array): readonly SolanaAddress[] {
  const read = decodeMessage(message)
  return read ? getSigners(read) : []
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
