import { getPriorityLamports } from '../program/computeBudget.ts'
import { priorityPrices } from '../rpc/readPriorityPrice.ts'

/** Lamports for each signature. Source: `DEFAULT_TARGET_LAMPORTS_PER_SIGNATURE`. */
export const signatureLamports = 5_000n

/**
 * What whole transactions cost the service, in lamports: for quotes, as `gasUse` is for EVM chains
 * (`market.gasPrice` of a Solana chain is 1). Signatures, and those of the transaction that brings
 * the rent of what was made back; rent itself is not in it where it comes back. What a busy cluster
 * takes for priority comes on top: at most 0.1 lamports for each of {@link computeUse}; of a delivery,
 * `readRecipientAccount` says it, and the rent of the recipient's token account when that is missing.
 */
export const lamportUse = {
  /** Executor and user; closing the order later. */
  deposit: 3n * signatureLamports,
  /** Executor and user. */
  transfer: 2n * signatureLamports,
  /** Executor and solver; closing the record later. */
  fill: 3n * signatureLamports,
  /** Executor and solver; closing the record later. */
  cancel: 3n * signatureLamports,
  /** Executor and one attestor. */
  release: 2n * signatureLamports,
  /** Executor and one attestor. */
  refund: 2n * signatureLamports,
} as const

/**
 * Compute units that whole transactions usually ask for, with tokens whose accounts have to be made: a cluster
 * takes priority for what is asked, used or not.
 */
export const computeUse: Readonly<Record<keyof typeof lamportUse, number>> = {
  deposit: 40_000,
  transfer: 120_000,
  fill: 85_000,
  cancel: 20_000,
  release: 60_000,
  refund: 60_000,
}

/**
 * Rent of an order, lamports: it stays until nobody could ask for the order's refund any more. Source:
 * 296 + 128 bytes.
 */
export const orderStateLamports = 2_951_040n
/**
 * The same with the vault of an order of tokens: that comes back when the order is settled, and never while
 * its depositor has nowhere to be refunded to. Source: 165 + 128 bytes.
 */
export const orderRentLamports = orderStateLamports + 2_039_280n
/** Rent of what says that a delivery was made or called off, lamports: it comes back later. */
export const recordRentLamports = 1_948_800n

/** What a whole transaction costs while the cluster is as busy as is paid for, in lamports. */
export function getBusyLamports(step: keyof typeof lamportUse): bigint {
  const budget = { units: computeUse[step], microLamports: priorityPrices.most }
  return lamportUse[step] + getPriorityLamports(budget)
}
