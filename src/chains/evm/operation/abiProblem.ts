import type { JsonFault } from './findJsonFault.ts'

/** What is wrong with an ABI. */
export type AbiFault =
  | { kind: 'empty' | 'noFunction' }
  | ({ kind: 'json' } & JsonFault)
  /** A line that is no signature. */
  | { kind: 'signature' }
  | { kind: 'keyword' | 'modifier'; word: string }
  | { kind: 'parentheses' }
  /** An entry of JSON without what each has. */
  | { kind: 'entry' | 'noName' | 'noInputs' }
  | { kind: 'noType' | 'noComponents' | 'nested' }
  | { kind: 'type'; type: string }
  /** In the words of the parser. */
  | { kind: 'other'; text: string }

/** Where an ABI is wrong, counted from 1. */
export type AbiPlace = {
  /** A line of text, or an entry of JSON. */
  kind: 'line' | 'entry'
  number: number
  /** The line, possibly cut, or the name of the entry; may be empty. */
  name: string
  /** Undefined where all of it is meant. */
  parameter?: number | undefined
}

/** What is wrong with an ABI, and where; `place` is undefined for all of it. */
export type AbiProblem = { fault: AbiFault; place: AbiPlace | undefined }

/** Stops the reading of an ABI; is its own {@link AbiProblem}. */
export class AbiError extends Error {
  readonly fault: AbiFault
  readonly place: AbiPlace | undefined
  /** The parameter of a function whose place is not known yet. */
  readonly parameter: number | undefined

  constructor(fault: AbiFault, place?: AbiPlace, parameter?: number) {
    super(fault.kind)
    this.fault = fault
    this.place = place
    this.parameter = parameter
  }
}

/** Of other errors only the first line counts, as messages of viem and its parser have many. */
export function toAbiError(error: unknown): AbiError {
  if (error instanceof AbiError) return error
  const [text = ''] = error instanceof Error ? error.message.split('\n') : []
  return new AbiError({ kind: 'other', text })
}
