import { getPriorityLamports } from '../program/computeBudget.ts'
import { priorityPrices } from '../rpc/readPriorityPrice.ts'

/** Lamports per signature. Source: `DEFAULT_TARGET_LAMPORTS_PER_SIGNATURE`. */
export const signatureLamports = 5_000n

/**
 * Lamports that the service pays for whole transactions, used by quotes as `gasUse` is for EVM
 * chains (`market.gasPrice` of a Solana chain is 1). Counts the signatures, including those of the
 * later transaction that reclaims rent, but not rent that comes back. Priority fees are extra: at
 * most 0.1 lamports per unit of {@link computeUse}. For a fill, `readRecipientAccount` gives them,
 * with the rent of a missing recipient token account.
 */
export const lamportUse = {
  /** Executor and user; later, closing the order. */
  deposit: 3n * signatureLamports,
  /** Executor and user. */
  transfer: 2n * signatureLamports,
  /** Executor and solver; later, closing the record. */
  fill: 3n * signatureLamports,
  /** Executor and solver; later, closing the record. */
  cancel: 3n * signatureLamports,
  /** Executor and one attestor. */
  release: 2n * signatureLamports,
  /** Executor and one attestor. */
  refund: 2n * signatureLamports,
} as const

/**
 * Compute units that whole transactions usually request, including the creation of token accounts.
 * Priority is charged for what is requested, used or not.
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
 * Rent of an order's account, lamports. It is locked until the order can no longer be refunded.
 * Source: 296 + 128 bytes.
 */
export const orderStateLamports = 2_951_040n
/**
 * The same with a token order's vault. The vault's rent comes back on settlement, and never while
 * the depositor has no account to refund to. Source: 165 + 128 bytes.
 */
export const orderRentLamports = orderStateLamports + 2_039_280n
/** Rent of a fill record (filled or cancelled), lamports; it comes back later. */
export const recordRentLamports = 1_948_800n

/** Cost of a whole transaction at the highest priority price we pay, lamports. */
export function getBusyLamports(step: keyof typeof lamportUse): bigint {
  const budget = { units: computeUse[step], microLamports: priorityPrices.max }
  return lamportUse[step] + getPriorityLamports(budget)
}
