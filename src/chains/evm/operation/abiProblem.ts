import type { LiteralFault } from './readLiteral.ts'

/** What is wrong with an ABI. */
export type AbiFault =
  | { kind: 'empty' | 'noFunction' }
  | ({ kind: 'json' } & LiteralFault)
  /** A line that is no signature. */
  | { kind: 'signature' }
  | { kind: 'keyword' | 'modifier'; word: string }
  | { kind: 'parentheses' }
  /** A signature, or the structs in it, that would take too long to read. */
  | { kind: 'tooLong' }
  /** An entry of JSON without what each has. */
  | { kind: 'entry' | 'noName' | 'noInputs' }
  | { kind: 'noType' | 'noComponents' | 'nested' }
  | { kind: 'type'; type: string }

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

/** Stops the reading of one function. */
export class AbiError extends Error {
  readonly fault: AbiFault
  /** The parameter that is wrong, counted from 1. */
  readonly parameter: number | undefined

  constructor(fault: AbiFault, parameter?: number) {
    super(fault.kind)
    this.fault = fault
    this.parameter = parameter
  }
}
