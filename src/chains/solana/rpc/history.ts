import { VersionedTransaction } from '@solana/web3.js'

import { decodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import {
  parseBytes,
  parseContext,
  parseFields,
  parseList,
  parseText,
  InvalidResponseError,
  parseWhole,
} from './parseResponse.ts'
import type { SolanaClient } from './client.ts'
import type { Commitment } from './readAccounts.ts'

/** A node's status of a transaction. `err` is null on success, else `TransactionError` as JSON. */
export type SignatureStatus = { slot: bigint; err: unknown; commitment: Commitment }

/** An instruction that refers to accounts by their index in the transaction. */
type PlacedInstruction = {
  programIdIndex: number
  accounts: readonly number[]
  data: Uint8Array
}

/** A transaction that landed. */
export type LandedTransaction = {
  slot: bigint
  /** Unix seconds; undefined when the node does not know. */
  time: bigint | undefined
  err: unknown
  /** Lamports the fee payer paid: signatures and priority. */
  fee: bigint
  logs: readonly string[]
  /** The whole transaction: signatures, then the message. */
  bytes: Uint8Array
  /** Accounts loaded from lookup tables, in the order in which they follow the message's own. */
  loaded: readonly SolanaAddress[]
  /** Inner instructions, by the index of the message's instruction that caused them. */
  called: readonly { index: number; instructions: readonly PlacedInstruction[] }[]
  /** Lamports of the message's accounts, then of the loaded ones. */
  balancesBefore: readonly bigint[]
  balancesAfter: readonly bigint[]
}

/** A transaction in a list; `err` as in {@link SignatureStatus}. */
export type ListedTransaction = { signature: string; slot: bigint; err: unknown }

/** Maximum signatures per request. Source: `getSignatureStatuses`. */
const maxStatuses = 256

/**
 * Reads the status of transactions, old ones included; undefined for one unknown to the node.
 *
 * @param signatures - At most 256.
 */
export async function readStatuses(
  client: SolanaClient,
  signatures: readonly string[],
): Promise<{ slot: bigint; statuses: readonly (SignatureStatus | undefined)[] }> {
  if (signatures.length > maxStatuses)
    throw new Error(`${signatures.length} signatures are more than one request takes.`)
  const answer = await client.request({
    method: 'getSignatureStatuses',
    params: [signatures, { searchTransactionHistory: true }],
  })
  const { slot, value } = parseContext(answer)
  const statuses = parseList(value).map((one) => toStatus(one))
  if (statuses.length !== signatures.length)
    throw new InvalidResponseError('The node answered other signatures than were asked for.')
  return { slot, statuses }
}

/** Reads a transaction that landed at a commitment; undefined: none, or too old for the node. */
export async function readTransaction(
  client: SolanaClient,
  signature: string,
  commitment: 'confirmed' | 'finalized',
): Promise<LandedTransaction | undefined> {
  const answer = await client.request({
    method: 'getTransaction',
    params: [signature, { commitment, encoding: 'base64', maxSupportedTransactionVersion: 0 }],
  })
  if (answer === null) return undefined
  const { slot, blockTime, transaction, meta } = parseFields(answer)
  const { err = null, fee, logMessages, preBalances, postBalances, ...others } = parseFields(meta)
  return {
    slot: parseWhole(slot),
    time: typeof blockTime === 'number' ? parseWhole(blockTime) : undefined,
    err,
    fee: parseWhole(fee),
    logs: Array.isArray(logMessages) ? logMessages.map((line) => parseText(line)) : [],
    bytes: parseBytes(transaction),
    loaded: getLoadedAddresses(others['loadedAddresses']),
    called: getInnerInstructions(others['innerInstructions']),
    balancesBefore: parseList(preBalances).map((one) => parseWhole(one)),
    balancesAfter: parseList(postBalances).map((one) => parseWhole(one)),
  }
}

/** An instruction that ran, from the message or called by a program. */
export type ExecutedInstruction = {
  programId: SolanaAddress | undefined
  accounts: readonly (SolanaAddress | undefined)[]
  data: Uint8Array
}

/**
 * All instructions of a transaction in execution order: those of its message, whatever its version,
 * and those that programs called.
 */
export function getExecutedInstructions(landed: LandedTransaction): readonly ExecutedInstruction[] {
  const { addresses, instructions } = getPlacedAccounts(landed)
  const all = instructions.flatMap((one, index) => [
    one,
    ...landed.called.filter((call) => call.index === index).flatMap((call) => call.instructions),
  ])
  return all.map(({ programIdIndex, accounts, data }) => ({
    programId: addresses[programIdIndex],
    accounts: accounts.map((place) => addresses[place]),
    data,
  }))
}

/**
 * Whether a transaction lowered the balance of an address. For an account of our program or a token
 * program, only its settlement or closing does.
 */
export function isBalanceLowered(landed: LandedTransaction, address: SolanaAddress): boolean {
  const index = getPlacedAccounts(landed).addresses.indexOf(address)
  const { balancesBefore, balancesAfter } = landed
  return index === -1 || (balancesBefore[index] ?? 0n) > (balancesAfter[index] ?? 0n)
}

/** A transaction's accounts in index order, and its instructions; none when it is of no known form. */
function getPlacedAccounts({ bytes, loaded }: LandedTransaction) {
  try {
    const { message } = VersionedTransaction.deserialize(bytes)
    return {
      addresses: [...message.staticAccountKeys.map((key) => key.toBase58()), ...loaded],
      instructions: message.compiledInstructions.map(({ accountKeyIndexes, ...instruction }) => ({
        ...instruction,
        accounts: accountKeyIndexes,
      })),
    }
  } catch {
    // Lengths beyond the end of the bytes, or a version that is not known yet.
    return { addresses: [...loaded], instructions: [] }
  }
}

/**
 * Reads the signatures of transactions that name an address, newest first.
 *
 * @param options.before - Only ones older than this signature.
 * @param options.limit - At most 1,000, the default.
 */
export async function readSignatures(
  client: SolanaClient,
  address: SolanaAddress,
  options: { commitment: 'confirmed' | 'finalized'; before?: string; limit?: number },
): Promise<readonly ListedTransaction[]> {
  const answer = await client.request({
    method: 'getSignaturesForAddress',
    params: [address, options],
  })
  return parseList(answer).map((one) => {
    const { signature, slot, err = null } = parseFields(one)
    return { signature: parseText(signature), slot: parseWhole(slot), err }
  })
}

/** Writable accounts come first. Source: `UiLoadedAddresses`. */
function getLoadedAddresses(answer: unknown): readonly SolanaAddress[] {
  if (answer === null || answer === undefined) return []
  const { writable, readonly } = parseFields(answer)
  return [...parseList(writable), ...parseList(readonly)].map((one) => parseText(one))
}

function getInnerInstructions(answer: unknown): LandedTransaction['called'] {
  if (answer === null || answer === undefined) return []
  return parseList(answer).map((one) => {
    const { index, instructions } = parseFields(one)
    return {
      index: Number(parseWhole(index)),
      instructions: parseList(instructions).map(toPlacedInstruction),
    }
  })
}

function toPlacedInstruction(answer: unknown): PlacedInstruction {
  const { programIdIndex, accounts, data } = parseFields(answer)
  return {
    programIdIndex: Number(parseWhole(programIdIndex)),
    accounts: parseList(accounts).map((place) => Number(parseWhole(place))),
    data: decodeBase58(parseText(data)),
  }
}

function toStatus(answer: unknown): SignatureStatus | undefined {
  if (answer === null) return undefined
  const { slot, err = null, confirmationStatus } = parseFields(answer)
  const commitment = confirmationStatus
  if (commitment !== 'processed' && commitment !== 'confirmed' && commitment !== 'finalized')
    throw new InvalidResponseError(`The node answered commitment "${String(commitment)}".`)
  return { slot: parseWhole(slot), err, commitment }
}
