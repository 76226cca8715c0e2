import {
  type MessageV0,
  PublicKey,
  TransactionMessage,
  VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js'

import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { isSameBytes } from '../program/bytes.ts'
import {
  fromWebInstruction,
  type SolanaInstruction,
  toWebInstruction,
} from '../program/instruction.ts'

/** Contents of a version 0 message without lookup tables, which this service never uses. */
export type SolanaMessage = {
  feePayer: SolanaAddress
  /** Base58 of 32 bytes. */
  blockhash: string
  instructions: readonly SolanaInstruction[]
}

/** A transaction's signatures, in the order of the message's signers, and its message. */
export type SolanaTransaction = { signatures: readonly Uint8Array[]; message: Uint8Array }

const signatureBytes = 64

/**
 * Encodes a message: the fee payer first, then accounts by privilege (signers before others,
 * writable before readonly), then in order of first use.
 *
 * @throws Error when there are more accounts or bytes than a message can hold.
 */
export function encodeMessage(message: SolanaMessage): Uint8Array {
  return compile(message).serialize()
}

/**
 * Decodes a message that {@link encodeMessage} could have written. Each account of an instruction
 * carries all the privileges that the message gives it.
 *
 * @returns Undefined for anything else: legacy messages, lookup tables, accounts that no
 *   instruction uses, another account order, trailing bytes.
 */
export function decodeMessage(bytes: Uint8Array): SolanaMessage | undefined {
  try {
    const web = TransactionMessage.decompile(VersionedMessage.deserialize(bytes))
    const message = {
      feePayer: web.payerKey.toBase58(),
      blockhash: web.recentBlockhash,
      instructions: web.instructions.map(fromWebInstruction),
    }
    return isSameBytes(encodeMessage(message), bytes) ? message : undefined
  } catch {
    // Not a message, or one that needs lookup tables.
    return undefined
  }
}

/** Signers of a message in the order of the signatures; the fee payer comes first. */
export function getSigners(message: SolanaMessage): readonly SolanaAddress[] {
  const compiled = compile(message)
  return toAddresses(compiled.staticAccountKeys.filter((_, at) => compiled.isAccountSigner(at)))
}

/** All accounts of a message in its order, which balances and indexes follow. */
export function getAddresses(message: SolanaMessage): readonly SolanaAddress[] {
  return toAddresses(compile(message).staticAccountKeys)
}

/** Accounts that a message may change. */
export function getWritableAccounts(message: SolanaMessage): readonly SolanaAddress[] {
  const compiled = compile(message)
  return toAddresses(compiled.staticAccountKeys.filter((_, at) => compiled.isAccountWritable(at)))
}

/**
 * Encodes a transaction, for sending or simulation: the signatures, then the message.
 *
 * @param signatures - By signer; missing ones are filled with zeros.
 * @throws Error when the bytes are not a message of ours, or someone else signed.
 */
export function encodeTransaction(
  message: Uint8Array,
  signatures: ReadonlyMap<SolanaAddress, Uint8Array>,
): Uint8Array {
  const decoded = decodeMessage(message)
  if (!decoded) throw new Error('These bytes are not a message of this service.')
  const transaction = new VersionedTransaction(compile(decoded))
  for (const [signer, signature] of signatures)
    transaction.addSignature(new PublicKey(signer), signature)
  return transaction.serialize()
}

/** Splits a transaction into its parts, byte for byte; undefined when the signatures are truncated. */
export function decodeTransaction(bytes: Uint8Array): SolanaTransaction | undefined {
  // A transaction never holds more than twelve signatures, so their count is one byte.
  const count = bytes[0] ?? 0
  const end = 1 + count * signatureBytes
  if (count === 0 || count > 127 || bytes.length <= end) return undefined
  const signatures = Array.from({ length: count }, (_, index) =>
    bytes.slice(1 + index * signatureBytes, 1 + (index + 1) * signatureBytes),
  )
  return { signatures, message: bytes.slice(end) }
}

function compile({ feePayer, blockhash, instructions }: SolanaMessage): MessageV0 {
  return new TransactionMessage({
    payerKey: new PublicKey(feePayer),
    recentBlockhash: blockhash,
    instructions: instructions.map(toWebInstruction),
  }).compileToV0Message()
}

function toAddresses(keys: readonly PublicKey[]): readonly SolanaAddress[] {
  return keys.map((key) => key.toBase58())
}
