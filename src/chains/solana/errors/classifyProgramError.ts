import type { FailReason } from '#protocol/status/failReason.ts'
import { programs } from '../program/addresses.ts'
import { type EscrowError, findEscrowError } from '../program/errors.ts'

/** Why a Solana transaction failed, from a node's `meta.err`, and which program failed. */
export type ProgramError = {
  /** Name of the runtime's `TransactionError` or `InstructionError`, or a program's own code. */
  error: string | { custom: number }
  /** The program that failed, base58; absent when the runtime rejected the transaction itself. */
  programId?: string
  /** Our escrow program on that network; absent where there is none. */
  escrowProgram?: string
}

/** Errors of the runtime and of its built-in instructions. Source: solana-sdk. */
const byRuntimeError: Readonly<Record<string, FailReason>> = {
  AlreadyProcessed: 'DOUBLE_SPEND',
  BlockhashNotFound: 'ORDER_EXPIRED',
  SignatureFailure: 'INVALID_SIGNATURE',
  MissingRequiredSignature: 'INVALID_SIGNATURE',
  InsufficientFundsForFee: 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED',
  InsufficientFundsForRent: 'INSUFFICIENT_FUNDS_FOR_RENT',
  /** The rent supplied is no longer enough: it was raised after the quote. */
  AccountNotRentExempt: 'NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE',
  ComputationalBudgetExceeded: 'SWAP_USES_TOO_MUCH_GAS',
  IllegalOwner: 'INVALID_SENDER',
}

/** Runtime errors that, raised by a token program, mean a closed or uninitialized account. */
const byTokenProgramError: Readonly<Record<string, FailReason>> = {
  InvalidAccountData: 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT',
  UninitializedAccount: 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT',
}

/** SPL Token and Token-2022. Source: spl-token `TokenError`. */
const tokenErrors: Readonly<Record<number, FailReason>> = {
  0: 'INSUFFICIENT_FUNDS_FOR_RENT',
  1: 'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
  3: 'INCORRECT_DEPOSIT_CURRENCY',
  4: 'INVALID_SENDER',
  17: 'TOKEN_NOT_TRANSFERABLE',
}

/** Source: `SystemError`. */
const systemErrors: Readonly<Record<number, FailReason>> = {
  1: 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED',
}

/** Source: spl-associated-token-account `AssociatedTokenAccountError`, invalid owner. */
const associatedErrors: Readonly<Record<number, FailReason>> = {
  0: 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT',
}

/** Source: the IDL of Jupiter's aggregator, version 6. */
const jupiterErrors: Readonly<Record<number, FailReason>> = {
  6000: 'NO_INTERNAL_SWAP_ROUTES_FOUND',
  6001: 'SLIPPAGE',
  6010: 'GENERATE_SWAP_FAILED',
  6012: 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT',
  6016: 'NO_INTERNAL_SWAP_ROUTES_FOUND',
  6025: 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT',
}

/** Errors of our escrow program, classified like their EVM counterparts in `ownErrors`. */
const escrowReasons: Readonly<Record<EscrowError, FailReason>> = {
  UNKNOWN_INSTRUCTION: 'EXECUTION_REVERTED',
  WRONG_DATA_LENGTH: 'EXECUTION_REVERTED',
  WRONG_ACCOUNT_COUNT: 'EXECUTION_REVERTED',
  SIGNATURE_MISSING: 'INVALID_SIGNATURE',
  NOT_WRITABLE: 'EXECUTION_REVERTED',
  WRONG_PROGRAM: 'EXECUTION_REVERTED',
  WRONG_ADDRESS: 'DEPOSIT_ADDRESS_MISMATCH',
  WRONG_OWNER: 'INVALID_SENDER',
  ALREADY_INITIALISED: 'DOUBLE_SPEND',
  EMPTY_ORDER: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
  AMOUNT_OVERFLOW: 'INCORRECT_PAYMENT',
  DEPOSIT_EXPIRED: 'ORDER_EXPIRED',
  REFUND_TIME_OUT_OF_RANGE: 'ORDER_EXPIRED',
  WRONG_AMOUNT_RECEIVED: 'TOKEN_NOT_TRANSFERABLE',
  BELOW_RENT_EXEMPTION: 'INSUFFICIENT_FUNDS_FOR_RENT',
  WRONG_MINT: 'INCORRECT_DEPOSIT_CURRENCY',
  EXTENSION_REFUSED: 'TOKEN_NOT_TRANSFERABLE',
  WRONG_TOKEN_ACCOUNT: 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT',
  ORDER_NOT_HELD: 'ORDER_ALREADY_FILLED',
  WRONG_FILL_HASH: 'INVALID_SIGNATURE',
  NOT_ATTESTED: 'INVALID_SIGNATURE',
  STILL_NEEDED: 'EXECUTION_REVERTED',
  FILL_KNOWN: 'ORDER_ALREADY_FILLED',
  FILL_EXPIRED: 'ORDER_EXPIRED',
  FILL_DEADLINE_OUT_OF_RANGE: 'ORDER_EXPIRED',
  BAD_RECIPIENT: 'TRANSFER_FAILED',
  TOO_LITTLE_DELIVERED: 'TOO_LITTLE_RECEIVED',
  NOT_AUTHORITY: 'INVALID_SENDER',
  UNUSABLE_KEYS: 'INVALID_SIGNATURE',
  REPEATED_KEY: 'INVALID_SIGNATURE',
  KEY_DISABLED: 'INVALID_SIGNATURE',
  NOTHING_PROPOSED: 'EXECUTION_REVERTED',
  TOO_EARLY: 'EXECUTION_REVERTED',
  NO_ROOM_TO_DISABLE: 'EXECUTION_REVERTED',
  UNKNOWN_RENT: 'NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE',
}

const byProgram: Readonly<Record<string, Readonly<Record<number, FailReason>>>> = {
  [programs.system]: systemErrors,
  [programs.associatedToken]: associatedErrors,
  [programs.token]: tokenErrors,
  [programs.token2022]: tokenErrors,
  JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4: jupiterErrors,
}

/**
 * Classifies why a Solana transaction failed. A custom code is meaningful only together with its
 * program; most runtime errors mean the same for every program.
 *
 * @returns TRANSACTION_REVERTED for unknown errors. Source: wire, "failReason".
 */
export function classifyProgramError(programError: ProgramError): FailReason {
  const { error, programId, escrowProgram } = programError
  if (typeof error === 'string') {
    const isToken = programId === programs.token || programId === programs.token2022
    const reason = byRuntimeError[error] ?? (isToken ? byTokenProgramError[error] : undefined)
    return reason ?? 'TRANSACTION_REVERTED'
  }
  const own = findEscrowError(error.custom)
  if (own !== undefined && programId !== undefined && programId === escrowProgram)
    return escrowReasons[own]
  return byProgram[programId ?? '']?.[error.custom] ?? 'TRANSACTION_REVERTED'
}
