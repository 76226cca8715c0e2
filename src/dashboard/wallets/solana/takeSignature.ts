import { ed25519 } from '@noble/curves/ed25519.js'

import { isSameBytes } from '#chains/solana/program/bytes.ts'
import { decodeMessage, decodeTransaction, getSigners } from '#chains/solana/codec/message.ts'
import { decodeBase58, encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { SigningError } from '../errors/signingError.ts'

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
    throw new SigningError(
      'FAILED',
      translate('{wallet} returned something that isn’t a transaction.', { wallet }),
    )
  if (!isSameBytes(transaction.message, message))
    throw new SigningError(
      'CHANGED',
      describeChange(wallet, { given: message, answered: transaction.message }),
    )
  const place = signersIn(message).indexOf(address)
  if (place === -1)
    throw new SigningError(
      'ACCOUNT',
      translate('The transaction doesn’t need a signature from {address}.', { address }),
    )
  const signature = transaction.signatures[place]
  if (!signature || !isBy(address, { message, signature }))
    throw new SigningError(
      'FAILED',
      translate('{wallet} returned no signature from {address}.', { wallet, address }),
    )
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

/** Describes a wallet's change to a message, as a sentence about the wallet. */
function describeChange(
  wallet: string,
  { given, answered }: { given: Uint8Array; answered: Uint8Array },
): string {
  const [before, after] = [decodeMessage(given), decodeMessage(answered)]
  if (!before || !after)
    return translate('{wallet} changed the transaction’s format before signing.', {
      wallet,
    })
  const known = before.instructions.map(({ programId }) => programId)
  const strange = after.instructions
    .map(({ programId }) => programId)
    .filter((program) => !known.includes(program))
  if (strange.length > 0)
    return translate('{wallet} added a call to the program {programs} before signing.', {
      wallet,
      programs: [...new Set(strange)].join(', '),
    })
  const more = after.instructions.length - before.instructions.length
  if (more > 0)
    return translate(
      '{wallet} added {more, plural, one {an instruction} other {# instructions}} before signing.',
      { wallet, more },
    )
  if (more < 0)
    return translate('{wallet} removed instructions from the transaction before signing.', {
      wallet,
    })
  if (before.feePayer !== after.feePayer)
    return translate('{wallet} changed who pays for the transaction.', { wallet })
  if (before.blockhash !== after.blockhash)
    return translate('{wallet} changed how long the transaction is valid.', { wallet })
  return translate('{wallet} changed an instruction of the transaction before signing.', {
    wallet,
  })
}

function signersIn(message: Uint8Array): readonly SolanaAddress[] {
  const read = decodeMessage(message)
  return read ? getSigners(read) : []
}
