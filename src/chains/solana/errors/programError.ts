import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { parseFields } from '../rpc/parseResponse.ts'
import type { ProgramError } from './classifyProgramError.ts'
import { encodeHex, decodeHex } from '../program/bytes.ts'

/** The program that failed first: the innermost one, whose failure ends all that called it. */
const failedLinePattern = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) failed: (.*)/
/** What the runtime says there of a program that it stopped between two calls, and nowhere else. */
const stoppedWord = 'exceeded CUs meter'

/**
 * Why a transaction fails or failed, from what a node says of it.
 *
 * @param outcome.err - `TransactionError` as JSON: not null.
 * @param outcome.logs - Name the program when it was called by another one.
 * @param programIds - The program of each instruction, in order.
 */
export function parseProgramError(
  { err, logs }: { err: unknown; logs: readonly string[] },
  programIds: readonly SolanaAddress[],
): ProgramError {
  const [name, detail] = parseNamedError(err)
  if (name !== 'InstructionError' || !Array.isArray(detail)) return { error: name }
  const [index, reason]: unknown[] = detail
  const [word, code] = parseNamedError(reason)
  const [, failed, why] =
    logs.map((line) => failedLinePattern.exec(line)).find((line) => line) ?? []
  const isStopped = word === 'ProgramFailedToComplete' && why?.startsWith(stoppedWord) === true
  const named = isStopped ? 'ComputationalBudgetExceeded' : word
  const error = word === 'Custom' && typeof code === 'number' ? { custom: code } : named
  const programId = failed ?? (typeof index === 'number' ? programIds[index] : undefined)
  return programId === undefined ? { error } : { error, programId }
}

/** Writes a failure as revert data: the UTF-8 bytes of its JSON. */
export function encodeProgramError({ error, programId }: ProgramError): Hex {
  return encodeHex(new TextEncoder().encode(JSON.stringify({ error, programId })))
}

/** Reads what {@link encodeProgramError} wrote; undefined for other revert data. */
export function decodeProgramError(revertData: Hex): ProgramError | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(decodeHex(revertData))
    const { error, programId } = parseFields(JSON.parse(text))
    const program = typeof programId === 'string' ? { programId } : {}
    if (typeof error === 'string') return { error, ...program }
    const { custom } = parseFields(error)
    return typeof custom === 'number' ? { error: { custom }, ...program } : undefined
  } catch {
    // Revert data of a contract.
    return undefined
  }
}

/** Says a failure in words; undefined for revert data of a contract. */
export function describeProgramError(revertData: Hex): string | undefined {
  const failure = decodeProgramError(revertData)
  if (!failure) return undefined
  const { error, programId } = failure
  const what = typeof error === 'string' ? error : `custom program error ${error.custom}`
  return programId === undefined ? what : `${what} of the program ${programId}`
}

/** The one name of a fault in JSON, with what stands under it: `"Name"` or `{"Name": detail}`. */
function parseNamedError(fault: unknown): [name: string, detail: unknown] {
  if (typeof fault === 'string') return [fault, undefined]
  const [entry] = Object.entries(parseFields(fault))
  return entry ?? ['UnknownError', undefined]
}
