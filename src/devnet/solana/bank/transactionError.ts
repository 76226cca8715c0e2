import type { FailedTransactionMetadata } from 'litesvm/dist/internal.js'

import { instructionErrors, type InstructionErrorName } from './instructionErrors.ts'
import { transactionErrors, type TransactionErrorName } from './transactionErrors.ts'

/** Why an instruction failed, in the RPC's form. */
export type InstructionError = InstructionErrorName | { Custom: number } | { BorshIoError: string }

/** Why a transaction failed, in the RPC's form. */
export type TransactionError =
  | TransactionErrorName
  | { InstructionError: [index: number, fault: InstructionError] }
  | { DuplicateInstruction: number }
  | { InsufficientFundsForRent: { account_index: number } }
  | { ProgramExecutionTemporarilyRestricted: { account_index: number } }

type RuntimeError = ReturnType<FailedTransactionMetadata['err']>

/**
 * Converts the runtime's error to the RPC's form.
 *
 * @throws Error for an error unknown to this list: the runtime's version has changed.
 */
export function toTransactionError(fault: RuntimeError): TransactionError {
  if (typeof fault === 'number') return getName(transactionErrorNames, fault)
  if ('accountIndex' in fault) {
    const place = { account_index: fault.accountIndex }
    return fault.constructor.name === 'TransactionErrorInsufficientFundsForRent'
      ? { InsufficientFundsForRent: place }
      : { ProgramExecutionTemporarilyRestricted: place }
  }
  if (!('err' in fault)) return { DuplicateInstruction: fault.index }
  return { InstructionError: [fault.index, toInstructionError(fault.err())] }
}

/** A cluster's message for an error. Source: Display of TransactionError. */
export function describeTransactionError(fault: TransactionError): string {
  if (typeof fault === 'string') return transactionErrors[fault]
  if ('InstructionError' in fault) {
    const [index, reason] = fault.InstructionError
    return `Error processing Instruction ${index}: ${describeInstructionError(reason)}`
  }
  if ('DuplicateInstruction' in fault)
    return `Transaction contains a duplicate instruction (${fault.DuplicateInstruction}) that is not allowed`
  if ('InsufficientFundsForRent' in fault)
    return `Transaction results in an account (${fault.InsufficientFundsForRent.account_index}) with insufficient funds for rent`
  return `Execution of the program referenced by account at index ${fault.ProgramExecutionTemporarilyRestricted.account_index} is temporarily restricted.`
}

const transactionErrorNames = getNames(transactionErrors)
const instructionErrorNames = getNames(instructionErrors)

type RuntimeInstructionError = ReturnType<Extract<RuntimeError, { err(): unknown }>['err']>

function toInstructionError(fault: RuntimeInstructionError): InstructionError {
  if (typeof fault === 'number') return getName(instructionErrorNames, fault)
  return 'code' in fault ? { Custom: fault.code } : { BorshIoError: fault.msg }
}

function describeInstructionError(fault: InstructionError): string {
  if (typeof fault === 'string') return instructionErrors[fault]
  return 'Custom' in fault
    ? `custom program error: 0x${fault.Custom.toString(16)}`
    : `Failed to serialize or deserialize account data: ${fault.BorshIoError}`
}

function getName<name extends string>(names: readonly name[], index: number): name {
  const name = names[index]
  if (name === undefined) throw new Error(`The runtime named fault ${index}, which is not known.`)
  return name
}

/** The keys of a table in the order of the runtime's codes. */
function getNames<name extends string>(table: Readonly<Record<name, string>>): name[] {
  const names: name[] = []
  for (const name in table) names.push(name)
  return names
}
