import type { FailedTransactionMetadata } from 'litesvm/dist/internal.js'

import { instructionFaults, type InstructionFaultName } from './instructionFaults.ts'
import { transactionFaults, type TransactionFaultName } from './transactionFaults.ts'

/** Why an instruction failed, as the interface of a cluster writes it. */
export type InstructionFault = InstructionFaultName | { Custom: number } | { BorshIoError: string }

/** Why a transaction failed, as the interface of a cluster writes it. */
export type TransactionFault =
  | TransactionFaultName
  | { InstructionError: [index: number, fault: InstructionFault] }
  | { DuplicateInstruction: number }
  | { InsufficientFundsForRent: { account_index: number } }
  | { ProgramExecutionTemporarilyRestricted: { account_index: number } }

type RuntimeFault = ReturnType<FailedTransactionMetadata['err']>

/**
 * Turns the runtime's fault into the form of the interface.
 *
 * @throws Error when the runtime names a fault that this list does not know: its version changed.
 */
export function faultOf(fault: RuntimeFault): TransactionFault {
  if (typeof fault === 'number') return nameAt(transactionFaultNames, fault)
  if ('accountIndex' in fault) {
    const place = { account_index: fault.accountIndex }
    return fault.constructor.name === 'TransactionErrorInsufficientFundsForRent'
      ? { InsufficientFundsForRent: place }
      : { ProgramExecutionTemporarilyRestricted: place }
  }
  if (!('err' in fault)) return { DuplicateInstruction: fault.index }
  return { InstructionError: [fault.index, instructionFaultOf(fault.err())] }
}

/** The sentence that a cluster has for a fault. Source: Display of TransactionError. */
export function sentenceOf(fault: TransactionFault): string {
  if (typeof fault === 'string') return transactionFaults[fault]
  if ('InstructionError' in fault) {
    const [index, reason] = fault.InstructionError
    return `Error processing Instruction ${index}: ${instructionSentenceOf(reason)}`
  }
  if ('DuplicateInstruction' in fault)
    return `Transaction contains a duplicate instruction (${fault.DuplicateInstruction}) that is not allowed`
  if ('InsufficientFundsForRent' in fault)
    return `Transaction results in an account (${fault.InsufficientFundsForRent.account_index}) with insufficient funds for rent`
  return `Execution of the program referenced by account at index ${fault.ProgramExecutionTemporarilyRestricted.account_index} is temporarily restricted.`
}

const transactionFaultNames = namesOf(transactionFaults)
const instructionFaultNames = namesOf(instructionFaults)

type RuntimeInstructionFault = ReturnType<Extract<RuntimeFault, { err(): unknown }>['err']>

function instructionFaultOf(fault: RuntimeInstructionFault): InstructionFault {
  if (typeof fault === 'number') return nameAt(instructionFaultNames, fault)
  return 'code' in fault ? { Custom: fault.code } : { BorshIoError: fault.msg }
}

function instructionSentenceOf(fault: InstructionFault): string {
  if (typeof fault === 'string') return instructionFaults[fault]
  return 'Custom' in fault
    ? `custom program error: 0x${fault.Custom.toString(16)}`
    : `Failed to serialize or deserialize account data: ${fault.BorshIoError}`
}

function nameAt<name extends string>(names: readonly name[], index: number): name {
  const name = names[index]
  if (name === undefined) throw new Error(`The runtime named fault ${index}, which is not known.`)
  return name
}

/** The keys of a table in their order, which is that of the runtime's numbers. */
function namesOf<name extends string>(table: Readonly<Record<name, string>>): name[] {
  const names: name[] = []
  for (const name in table) names.push(name)
  return names
}
