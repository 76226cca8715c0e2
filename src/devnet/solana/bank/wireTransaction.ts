import {
  AddressLookupTableAccount,
  type MessageAccountKeys,
  NonceAccount,
  PublicKey,
  SystemProgram,
  type VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { fromBase58 } from './params.ts'
import { createInvalidParams } from './rpcAnswer.ts'
import type { Runtime } from './runtime.ts'

/** A transaction as received. */
export type WireTransaction = {
  bytes: Uint8Array
  message: VersionedMessage
  /** Its first signature, which identifies it. */
  signature: string
}

/** Maximum packet size of a cluster, bytes. */
const packetBytes = 1_232

/**
 * Parses a signed transaction, legacy or version 0.
 *
 * @throws RpcError -32602 when it is too large or not a transaction.
 */
export function readTransaction(bytes: Uint8Array): WireTransaction {
  if (bytes.length > packetBytes)
    throw createInvalidParams(
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${bytes.length} bytes (max: ${packetBytes} bytes)`,
    )
  const { message, signatures } = parse(bytes)
  const first = signatures[0]
  if (!first || signatures.length !== message.header.numRequiredSignatures)
    throw createInvalidParams(
      'invalid transaction: Transaction failed to sanitize accounts offsets correctly',
    )
  return { bytes, message, signature: encodeBase58(first) }
}

/** Decodes the bytes of a transaction or message. */
export function decodeBytes(text: string, encoding: string): Uint8Array {
  if (encoding === 'base64') return Buffer.from(text, 'base64')
  if (encoding === 'base58') return fromBase58(text)
  throw createInvalidParams(
    `unsupported encoding: ${encoding}. Supported encodings: base58, base64`,
  )
}

/** All accounts of a message, also those of lookup tables; undefined when a table is missing. */
export function resolveAccountKeys(
  message: VersionedMessage,
  runtime: Runtime,
): MessageAccountKeys | undefined {
  const tables = message.addressTableLookups.map(({ accountKey }) => {
    const account = runtime.account(accountKey.toBase58())
    return account && toLookupTable(accountKey, account.data)
  })
  const found = tables.filter((table) => table !== undefined)
  if (found.length !== tables.length) return undefined
  try {
    return message.version === 'legacy'
      ? message.getAccountKeys()
      : message.getAccountKeys({ addressLookupTableAccounts: found })
  } catch {
    // An index beyond the table's end: the runtime reports its own error.
    return undefined
  }
}

/** Whether a message uses a durable nonce that is still valid, instead of a recent blockhash. */
export function hasGoodNonce(message: VersionedMessage, runtime: Runtime): boolean {
  const first = message.compiledInstructions[0]
  if (!first) return false
  const program = message.staticAccountKeys[first.programIdIndex]
  const nonce = message.staticAccountKeys[first.accountKeyIndexes[0] ?? -1]
  const advancesNonce = first.data[0] === advanceNonceAccount && first.data.length === 4
  if (!program?.equals(SystemProgram.programId) || !nonce || !advancesNonce) return false
  const account = runtime.account(nonce.toBase58())
  if (!account || account.data.length !== nonceBytes) return false
  const { nonce: value } = NonceAccount.fromAccountData(account.data)
  return value === message.recentBlockhash
}

const advanceNonceAccount = 4
const nonceBytes = 80

function parse(bytes: Uint8Array): VersionedTransaction {
  try {
    return VersionedTransaction.deserialize(bytes)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw Object.assign(
      createInvalidParams(
        `failed to deserialize solana_transaction::versioned::VersionedTransaction: ${reason}`,
      ),
      { cause },
    )
  }
}

function toLookupTable(key: PublicKey, data: Uint8Array): AddressLookupTableAccount | undefined {
  try {
    return new AddressLookupTableAccount({
      key,
      state: AddressLookupTableAccount.deserialize(data),
    })
  } catch {
    // Not a table: the runtime reports its own error.
    return undefined
  }
}
