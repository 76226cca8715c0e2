import type { FailedTransactionMetadata } from 'litesvm/dist/internal.js'

import { instructionErrors, type InstructionErrorName } from './instructionErrors.ts'
import { transactionErrors, type TransactionErrorName } from './transactionErrors.ts'

/** Why an instruction failed, in the RPC's form. */
export type InstructionError = InstructionErrorName | { Custom: number } | { BorshIoError: string }

/** Why a transaction failed, in the RPC's form. */
export type TransactionError =
  | TransactionErrorName
  | { InstructionError: [index: number, error: InstructionError] }
  | { DuplicateInstruction: number }
  | { InsufficientFundsForRent: { account_index: number } }
  | { ProgramExecutionTemporarilyRestricted: { account_index: number } }

type RuntimeError = ReturnType<FailedTransactionMetadata['err']>

/**
 * Converts the runtime's error to the RPC's form.
 *
 * @throws Error for an error unknown to this list: the runtime's version has changed.
 */
export function toTransactionError(error: RuntimeError): TransactionError {
  if (typeof error === 'number') return getName(transactionErrorNames, error)
  if ('accountIndex' in error) {
    const place = { account_index: error.accountIndex }
    return error.constructor.name === 'TransactionErrorInsufficientFundsForRent'
      ? { InsufficientFundsForRent: place }
      : { ProgramExecutionTemporarilyRestricted: place }
  }
  if (!('err' in error)) return { DuplicateInstruction: error.index }
  return { InstructionError: [error.index, toInstructionError(error.err())] }
}

/** A cluster's message for an error. Source: Display of TransactionError. */
export function describeTransactionError(error: TransactionError): string {
  if (typeof error === 'string') return transactionErrors[error]
  if ('InstructionError' in error) {
    const [index, reason] = error.InstructionError
    return `Error processing Instruction ${index}: ${describeInstructionError(reason)}`
  }
  if ('DuplicateInstruction' in error)
    return `Transaction contains a duplicate instruction (${error.DuplicateInstruction}) that is not allowed`
  if ('InsufficientFundsForRent' in error)
    return `Transaction results in an account (${error.InsufficientFundsForRent.account_index}) with insufficient funds for rent`
  return `Execution of the program referenced by account at index ${error.ProgramExecutionTemporarilyRestricted.account_index} is temporarily restricted.`
}

const transactionErrorNames = getNames(transactionErrors)
const instructionErrorNames = getNames(instructionErrors)

type RuntimeInstructionError = ReturnType<Extract<RuntimeError, { err(): unknown }>['err']>

function toInstructionError(error: RuntimeInstructionError): InstructionError {
  if (typeof error === 'number') return getName(instructionErrorNames, error)
  return 'code' in error ? { Custom: error.code } : { BorshIoError: error.msg }
}

function describeInstructionError(error: InstructionError): string {
  if (typeof error === 'string') return instructionErrors[error]
  return 'Custom' in error
    ? `custom program error: 0x${error.Custom.toString(16)}`
    : `Failed to serialize or deserialize account data: ${error.BorshIoError}`
}

function getName<name extends string>(names: readonly name[], index: number): name {
  const name = names[index]
  if (name === undefined) throw new Error(`The runtime returned the unknown error ${index}.`)
  return name
}

/** The keys of a table in the order of the runtime's codes. */
function getNames<name extends string>(table: Readonly<Record<name, string>>): name[] {
  const names: name[] = []
  for (const name in table) names.push(name)
  return names
}
