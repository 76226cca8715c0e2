import { type VersionedMessage, VersionedTransaction } from '@solana/web3.js'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { getCount, type RpcOptions, getText } from '../bank/params.ts'
import { type Json, createInvalidParams, rpcCodes, RpcError } from '../bank/rpcAnswer.ts'
import type { Landed } from '../bank/ledger.ts'
import type { InnerInstruction } from '../bank/runtime.ts'

/** A transaction as in a block: the transaction, its status metadata, its version. */
export type TransactionJson = { transaction: Json; meta: Json; version: Json }

/**
 * Serializes a landed transaction in the requested encoding.
 *
 * @throws RpcError -32015 when its version is newer than the client accepts.
 */
export function toTransactionJson(landed: Landed, options: RpcOptions): TransactionJson {
  const bytes = Buffer.from(landed.bytes, 'base64')
  const transaction = VersionedTransaction.deserialize(bytes)
  const { version } = transaction
  checkVersion(version, getCount(options, 'maxSupportedTransactionVersion'))
  const encoding = getText(options, 'encoding') ?? 'json'
  const isParsed = encoding === 'jsonParsed'
  return {
    version,
    meta: toMetaJson(landed, isParsed),
    transaction: shown(),
  }

  function shown(): Json {
    if (encoding === 'base64') return [landed.bytes, 'base64']
    if (encoding === 'base58') return [encodeBase58(bytes), 'base58']
    if (!isParsed && encoding !== 'json')
      throw createInvalidParams(`Invalid params: unknown variant \`${encoding}\`.`)
    const { message } = transaction
    return {
      signatures: transaction.signatures.map(encodeBase58),
      message: isParsed ? toParsedMessage(message, landed.addresses) : toRawMessage(message),
    }
  }
}

/** Instructions with addresses instead of indexes, like `jsonParsed` without a parser. */
export function toInnerJson(
  instructions: readonly InnerInstruction[],
  addresses: readonly string[],
): Json {
  return instructions.map(({ programIdIndex, accounts, data, stackHeight }) => ({
    programId: addresses[programIdIndex] ?? '',
    accounts: accounts.map((index) => addresses[index] ?? ''),
    data,
    stackHeight,
  }))
}

function checkVersion(version: number | 'legacy', maxVersion: number | undefined): void {
  if (version === 'legacy' || (maxVersion !== undefined && version <= maxVersion)) return
  throw new RpcError(
    rpcCodes.unsupportedVersion,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  )
}

function toMetaJson({ meta, addresses }: Landed, isParsed: boolean): Json {
  return {
    ...meta,
    // The message's parsed keys include them.
    loadedAddresses: isParsed ? undefined : meta.loadedAddresses,
    status: meta.err === null ? { Ok: null } : { Err: meta.err },
    rewards: [],
    innerInstructions: isParsed
      ? meta.innerInstructions.map(({ index, instructions }) => ({
          index,
          instructions: toInnerJson(instructions, addresses),
        }))
      : meta.innerInstructions,
  }
}

function toRawMessage(message: VersionedMessage): Json {
  return {
    header: { ...message.header },
    accountKeys: message.staticAccountKeys.map(String),
    recentBlockhash: message.recentBlockhash,
    instructions: message.compiledInstructions.map((instruction) => ({
      programIdIndex: instruction.programIdIndex,
      accounts: instruction.accountKeyIndexes,
      data: encodeBase58(instruction.data),
      stackHeight: 1,
    })),
    addressTableLookups: toLookups(message),
  }
}

function toParsedMessage(message: VersionedMessage, addresses: readonly string[]): Json {
  const statics = message.staticAccountKeys.length
  return {
    accountKeys: addresses.map((pubkey, index) => ({
      pubkey,
      signer: message.isAccountSigner(index),
      writable: message.isAccountWritable(index),
      source: index < statics ? 'transaction' : 'lookupTable',
    })),
    recentBlockhash: message.recentBlockhash,
    instructions: message.compiledInstructions.map((instruction) => ({
      programId: addresses[instruction.programIdIndex] ?? '',
      accounts: instruction.accountKeyIndexes.map((index) => addresses[index] ?? ''),
      data: encodeBase58(instruction.data),
      stackHeight: 1,
    })),
    addressTableLookups: toLookups(message),
  }
}

/** Omitted for legacy messages, which have none. */
function toLookups(message: VersionedMessage): Json | undefined {
  if (message.version === 'legacy') return undefined
  return message.addressTableLookups.map(({ accountKey, writableIndexes, readonlyIndexes }) => ({
    accountKey: accountKey.toBase58(),
    writableIndexes,
    readonlyIndexes,
  }))
}
