import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { parseFields } from '../rpc/parseResponse.ts'
import type { ProgramError } from './classifyProgramError.ts'
import { encodeHex, decodeHex } from '../program/bytes.ts'

/** Log line of a failed program; the first is the innermost, whose failure fails its callers. */
const failedLinePattern = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) failed: (.*)/
/** Logged when a program is stopped between two calls for exceeding its compute units. */
const stoppedMessage = 'exceeded CUs meter'

/**
 * Parses why a transaction fails or failed from a node's answer.
 *
 * @param outcome.err - `TransactionError` as JSON, not null.
 * @param outcome.logs - Name the program that failed when another program called it.
 * @param programIds - The program of each instruction, in order.
 */
export function parseProgramError(
  { err, logs }: { err: unknown; logs: readonly string[] },
  programIds: readonly SolanaAddress[],
): ProgramError {
  const [name, detail] = parseNamedError(err)
  if (name !== 'InstructionError' || !Array.isArray(detail)) return { error: name }
  const [index, reason]: unknown[] = detail
  const [reasonName, code] = parseNamedError(reason)
  const [, failed, why] =
    logs.map((line) => failedLinePattern.exec(line)).find((line) => line) ?? []
  const isStopped =
    reasonName === 'ProgramFailedToComplete' && why?.startsWith(stoppedMessage) === true
  const named = isStopped ? 'ComputationalBudgetExceeded' : reasonName
  const error = reasonName === 'Custom' && typeof code === 'number' ? { custom: code } : named
  const programId = failed ?? (typeof index === 'number' ? programIds[index] : undefined)
  return programId === undefined ? { error } : { error, programId }
}

/** Encodes an error as revert data: the UTF-8 bytes of its JSON. */
export function encodeProgramError({ error, programId }: ProgramError): Hex {
  return encodeHex(new TextEncoder().encode(JSON.stringify({ error, programId })))
}

/** Decodes what {@link encodeProgramError} wrote; undefined for other revert data. */
export function decodeProgramError(revertData: Hex): ProgramError | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(decodeHex(revertData))
    const { error, programId } = parseFields(JSON.parse(text))
    const program = typeof programId === 'string' ? { programId } : {}
    if (typeof error === 'string') return { error, ...program }
    const { custom } = parseFields(error)
    return typeof custom === 'number' ? { error: { custom }, ...program } : undefined
  } catch {
    // Revert data of an EVM contract.
    return undefined
  }
}

/** Describes an error for people; undefined for revert data of an EVM contract. */
export function describeProgramError(revertData: Hex): string | undefined {
  const programError = decodeProgramError(revertData)
  if (!programError) return undefined
  const { error, programId } = programError
  const what = typeof error === 'string' ? error : `custom program error ${error.custom}`
  return programId === undefined ? what : `${what} of the program ${programId}`
}

/** Name and detail of an error in JSON: `"Name"` or `{"Name": detail}`. */
function parseNamedError(value: unknown): [name: string, detail: unknown] {
  if (typeof value === 'string') return [value, undefined]
  const [entry] = Object.entries(parseFields(value))
  return entry ?? ['UnknownError', undefined]
}
