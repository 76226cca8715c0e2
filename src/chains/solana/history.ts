import type { SolanaAddress } from '#protocol/caip.ts'
import {
  bytesOf,
  contextOf,
  fieldsOf,
  listOf,
  textOf,
  UnreadableAnswer,
  wholeOf,
} from './answers.ts'
import type { SolanaClient } from './client.ts'
import { decodeTransaction, staticAddressesOf } from './message.ts'
import type { Commitment } from './readAccounts.ts'

/** How a node knows a transaction. `err` is null when it succeeded, else `TransactionError` as JSON. */
export type SignatureStatus = { slot: bigint; err: unknown; commitment: Commitment }

/** A transaction that landed. */
export type LandedTransaction = {
  slot: bigint
  /** Unix seconds; undefined: the node does not know. */
  time: bigint | undefined
  err: unknown
  /** Lamports paid by the fee payer: signatures and priority. */
  fee: bigint
  logs: readonly string[]
  /** The whole transaction: signatures, then the message. */
  bytes: Uint8Array
  /** Lamports of the message's accounts, in their order. */
  balancesBefore: readonly bigint[]
  balancesAfter: readonly bigint[]
}

/** A transaction in a list, `err` as in a status. */
export type ListedTransaction = { signature: string; slot: bigint; err: unknown }

/** Signatures in one request at most. Source: `getSignatureStatuses`. */
const mostStatuses = 256

/**
 * How a node knows these transactions, also old ones; undefined: not at all.
 *
 * @param signatures - At most 256.
 */
export async function readStatuses(
  client: SolanaClient,
  signatures: readonly string[],
): Promise<{ slot: bigint; statuses: readonly (SignatureStatus | undefined)[] }> {
  if (signatures.length > mostStatuses)
    throw new Error(`${signatures.length} signatures are more than one request takes.`)
  const answer = await client.request({
    method: 'getSignatureStatuses',
    params: [signatures, { searchTransactionHistory: true }],
  })
  const { slot, value } = contextOf(answer)
  const statuses = listOf(value).map((one) => statusOf(one))
  if (statuses.length !== signatures.length)
    throw new UnreadableAnswer('The node answered other signatures than were asked for.')
  return { slot, statuses }
}

/** A transaction that landed at that commitment; undefined: none did (or it is too old for the node). */
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
  const { slot, blockTime, transaction, meta } = fieldsOf(answer)
  const { err = null, fee, logMessages, preBalances, postBalances } = fieldsOf(meta)
  return {
    slot: wholeOf(slot),
    time: typeof blockTime === 'number' ? wholeOf(blockTime) : undefined,
    err,
    fee: wholeOf(fee),
    logs: Array.isArray(logMessages) ? logMessages.map((line) => textOf(line)) : [],
    bytes: bytesOf(transaction),
    balancesBefore: listOf(preBalances).map((one) => wholeOf(one)),
    balancesAfter: listOf(postBalances).map((one) => wholeOf(one)),
  }
}

/**
 * Whether a transaction took coins out of an address, or may have: it names it in a table. Nothing but
 * its end takes any out of an account that a program of ours or of tokens keeps.
 */
export function lowersBalance(
  { bytes, balancesBefore, balancesAfter }: LandedTransaction,
  address: SolanaAddress,
): boolean {
  const { message } = decodeTransaction(bytes) ?? {}
  const index = message ? staticAddressesOf(message).indexOf(address) : -1
  return index === -1 || (balancesBefore[index] ?? 0n) > (balancesAfter[index] ?? 0n)
}

/**
 * Signatures of transactions that name an address, newest first.
 *
 * @param options.before - Only older ones than this signature.
 * @param options.limit - At most 1,000; as many unless given.
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
  return listOf(answer).map((one) => {
    const { signature, slot, err = null } = fieldsOf(one)
    return { signature: textOf(signature), slot: wholeOf(slot), err }
  })
}

function statusOf(answer: unknown): SignatureStatus | undefined {
  if (answer === null) return undefined
  const { slot, err = null, confirmationStatus } = fieldsOf(answer)
  const commitment = confirmationStatus
  if (commitment !== 'processed' && commitment !== 'confirmed' && commitment !== 'finalized')
    throw new UnreadableAnswer(`The node answered commitment "${String(commitment)}".`)
  return { slot: wholeOf(slot), err, commitment }
}
