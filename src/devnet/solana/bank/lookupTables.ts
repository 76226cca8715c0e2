import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  type VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { type Json, createInvalidParams } from './rpcAnswer.ts'
import type { AccountState, Runtime } from './runtime.ts'
import { describeTransactionError } from './transactionError.ts'
import type { TransactionErrorName } from './transactionErrors.ts'
import { resolveAccountKeys, type WireTransaction } from './wireTransaction.ts'

/** The program that owns address lookup tables. */
export const lookupTableProgram = AddressLookupTableProgram.programId.toBase58()

/**
 * Errors of loading addresses from tables, and a cluster's message for each when it is given a
 * message without a transaction. Source: Display of AddressLoaderError.
 */
const tableErrors = {
  AddressLookupTableNotFound: 'Attempted to lookup addresses from a table that does not exist',
  InvalidAddressLookupTableOwner:
    'Attempted to lookup addresses from an account owned by the wrong program',
  InvalidAddressLookupTableData: 'Attempted to lookup addresses from an invalid account',
  InvalidAddressLookupTableIndex: 'Address lookup contains an invalid index',
} as const satisfies Partial<Record<TransactionErrorName, string>>

/**
 * Rejects a transaction whose addresses cannot be loaded from its tables. A cluster does this
 * before anything else, even when it skips all checks.
 *
 * @throws RpcError -32602.
 */
export function checkTables({ message, bytes }: WireTransaction, runtime: Runtime): void {
  const error = findTableError(message, { bytes, runtime })
  if (error) throw createInvalidParams(`invalid transaction: ${describeTransactionError(error)}`)
}

/** Like {@link checkTables}, for a message alone. */
export function checkTablesOfMessage(message: VersionedMessage, runtime: Runtime): void {
  const bytes = new VersionedTransaction(message).serialize()
  const error = findTableError(message, { bytes, runtime })
  if (error) throw createInvalidParams(`invalid transaction message: ${tableErrors[error]}`)
}

/** Addresses that a message loads from tables, in the RPC's form. */
export function getLoadedAddresses(message: VersionedMessage, runtime: Runtime): Json {
  const loaded = resolveAccountKeys(message, runtime)?.accountKeysFromLookups
  return {
    writable: (loaded?.writable ?? []).map(String),
    readonly: (loaded?.readonly ?? []).map(String),
  }
}

/** Decodes a table; undefined when the account is not one. */
export function readTable({ owner, data }: Pick<AccountState, 'owner' | 'data'>) {
  const isTable = owner === lookupTableProgram && data.length >= emptyTableBytes
  return isTable ? AddressLookupTableAccount.deserialize(data) : undefined
}

const emptyTableBytes = 56

/** A table in a cluster's `jsonParsed` form; undefined when the account is not one. */
export function toParsedTable(account: AccountState): Json | undefined {
  const table = readTable(account)
  if (!table) return undefined
  const info = {
    deactivationSlot: table.deactivationSlot.toString(),
    lastExtendedSlot: table.lastExtendedSlot.toString(),
    lastExtendedSlotStartIndex: table.lastExtendedSlotStartIndex,
    authority: table.authority?.toBase58(),
    addresses: table.addresses.map(String),
  }
  return {
    program: 'address-lookup-table',
    space: account.data.length,
    parsed: { type: 'lookupTable', info },
  }
}

/** The runtime loads addresses before anything else, so a table error is the first it reports. */
function findTableError(
  message: VersionedMessage,
  { bytes, runtime }: { bytes: Uint8Array; runtime: Runtime },
): keyof typeof tableErrors | undefined {
  if (message.addressTableLookups.length === 0) return undefined
  const { error } = runtime.simulate(bytes, { checksSignatures: false })
  return typeof error === 'string' && isTableError(error) ? error : undefined
}

function isTableError(error: TransactionErrorName): error is keyof typeof tableErrors {
  return error in tableErrors
}
