import { z } from 'zod/mini'

/** The 45 reasons of specification section 7, in its order. */
export const failReasons = [
  'UNKNOWN',
  'SLIPPAGE',
  'AMOUNT_TOO_LOW_TO_REFUND',
  'DEPOSIT_ADDRESS_MISMATCH',
  'DEPOSIT_CHAIN_MISMATCH',
  'INCORRECT_DEPOSIT_CURRENCY',
  'DOUBLE_SPEND',
  'SOLVER_CAPACITY_EXCEEDED',
  'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
  'NEGATIVE_NEW_AMOUNT_AFTER_FEES',
  'NO_QUOTES',
  'MISSING_REVERT_DATA',
  'REVERSE_SWAP_FAILED',
  'GENERATE_SWAP_FAILED',
  'TOO_LITTLE_RECEIVED',
  'EXECUTION_REVERTED',
  'NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE',
  'TRANSACTION_REVERTED',
  'ORIGIN_CURRENCY_MISMATCH',
  'NO_INTERNAL_SWAP_ROUTES_FOUND',
  'SWAP_USES_TOO_MUCH_GAS',
  'INSUFFICIENT_FUNDS_FOR_RENT',
  'ORDER_EXPIRED',
  'ORDER_IS_CANCELLED',
  'TRANSFER_FROM_FAILED',
  'TRANSFER_FAILED',
  'SIGNATURE_EXPIRED',
  'INVALID_SIGNATURE',
  'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED',
  'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE',
  'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
  'INVALID_SENDER',
  'ACCOUNT_ABSTRACTION_INVALID_NONCE',
  'ACCOUNT_ABSTRACTION_SIGNATURE_ERROR',
  'MARKETPLACE_INEXACT_FRACTION',
  'TOKEN_NOT_TRANSFERABLE',
  'ZERO_SELL_AMOUNT',
  'MINT_NOT_ACTIVE',
  'ERC_1155_TOO_MANY_REQUESTED',
  'INCORRECT_PAYMENT',
  'INVALID_GAS_PRICE',
  'PROTOCOL_DEX_ERROR',
  'ORDER_ALREADY_FILLED',
  'MARKETPLACE_INVALID_FULFILLER',
  'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT',
] as const

/** Why an execution failed, as the service reports it. */
export const FailReason = z.enum(failReasons)
export type FailReason = z.output<typeof FailReason>

/** A fail reason as a client accepts it: unknown texts are shown unchanged. */
export const ReceivedFailReason = z.string().check(z.minLength(1), z.maxLength(100))
export type ReceivedFailReason = z.output<typeof ReceivedFailReason>

/** Whether a received reason is one of the 45 known ones. */
export function isKnownFailReason(reason: string): reason is FailReason {
  return FailReason.safeParse(reason).success
}
