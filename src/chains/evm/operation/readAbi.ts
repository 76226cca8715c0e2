import { isRecord } from '#protocol/ids/isRecord.ts'
import type { AbiFunction as ParsedFunction, AbiParameter } from 'viem'
import { parseAbi, toFunctionSelector } from 'viem/utils'

import type { Hex } from '#protocol/ids/hex.ts'
import {
  AbiError,
  type AbiFault,
  type AbiPlace,
  type AbiProblem,
  toAbiError,
} from './abiProblem.ts'
import { findJsonFault } from './findJsonFault.ts'

/** Type of one value of a call; parts of tuples and arrays are fields themselves. */
export type FieldShape =
  | { kind: 'uint' | 'int'; bits: number }
  | { kind: 'address' | 'bool' | 'string' }
  /** `size` in bytes; undefined for any length. */
  | { kind: 'bytes'; size: number | undefined }
  | { kind: 'tuple'; fields: readonly Field[] }
  /** `length` is undefined for a dynamic array. */
  | { kind: 'array'; item: Field; length: number | undefined }

/** One value of a call: its name in the ABI (may be empty) and its Solidity type. */
export type Field = { name: string; type: string; shape: FieldShape }

/** A state-changing function, as a form needs it. */
export type CallFunction = {
  name: string
  /** Canonical: `deposit(uint256,address)`. */
  signature: string
  selector: Hex
  isPayable: boolean
  fields: readonly Field[]
  /** The same types for the encoder. */
  parameters: readonly AbiParameter[]
}

/** A custom error of a contract, for decoding revert data. */
export type CallError = Omit<CallFunction, 'isPayable'>

/** A function that only reads, with what it returns. */
export type ReadFunction = CallError & {
  outputs: readonly Field[]
  /** The same types for the decoder. */
  outputParameters: readonly AbiParameter[]
}

/** Functions and errors of an ABI, or where and why it is invalid. */
export type ReadAbi =
  | {
      /** Those that change state. */
      functions: readonly CallFunction[]
      readers: readonly ReadFunction[]
      errors: readonly CallError[]
    }
  | { problem: AbiProblem }

type ParsedError = Pick<ParsedFunction, 'name' | 'inputs'>

/** Deeper nesting is rejected: no real contract has it, and a form could not show it. */
const maxNesting = 8

/**
 * Parses an ABI as JSON of a compiler or explorer (an array, or an object with `abi`), or as
 * human-readable lines such as `function deposit(uint256 assets, address receiver)`, structs
 * included.
 *
 * @returns Functions in the ABI's order, or what is wrong if the text is not an ABI.
 */
export function readAbi(text: string): ReadAbi {
  const trimmed = text.trim()
  if (trimmed === '') return { problem: { fault: { kind: 'empty' }, place: undefined } }
  try {
    const items = /^[[{]/.test(trimmed) ? parseJsonItems(trimmed) : parseLineItems(trimmed)
    const functions = items.flatMap(toEntry)
    if (functions.length === 0) throw new AbiError({ kind: 'noFunction' })
    return {
      functions: functions.flatMap(({ writer }) => writer ?? []),
      readers: functions.flatMap(({ reader }) => reader ?? []),
      errors: items.filter(isError).map(toCallError),
    }
  } catch (error) {
    const { fault, place } = toAbiError(error)
    return { problem: { fault, place } }
  }
}

/** Formats an ABI as human-readable lines, which are shorter to store than JSON. */
export function formatAbi({
  functions,
  readers,
  errors,
}: Exclude<ReadAbi, { problem: AbiProblem }>): string {
  return [
    ...functions.map(formatFunction),
    ...readers.map(formatReader),
    ...errors.map(formatError),
  ].join('\n')
}

function formatReader({ name, fields, outputs }: ReadFunction): string {
  const returned =
    outputs.length === 0 ? '' : ` returns (${outputs.map(formatParameter).join(', ')})`
  return `function ${name}(${fields.map(formatParameter).join(', ')}) view${returned}`
}

function formatError({ name, fields }: CallError): string {
  return `error ${name}(${fields.map(formatParameter).join(', ')})`
}

function formatFunction({ name, fields, isPayable }: CallFunction): string {
  return `function ${name}(${fields.map(formatParameter).join(', ')})${isPayable ? ' payable' : ''}`
}

function formatParameter({ name, type, shape }: Field): string {
  return `${formatShape(type, shape)}${name === '' ? '' : ` ${name}`}`
}

function formatShape(type: string, shape: FieldShape): string {
  switch (shape.kind) {
    case 'tuple':
      return `(${shape.fields.map(formatParameter).join(', ')})`
    case 'array':
      return `${formatShape(shape.item.type, shape.item.shape)}[${shape.length ?? ''}]`
    case 'uint':
    case 'int':
    case 'address':
    case 'bool':
    case 'string':
    case 'bytes':
      return type
  }
}

function parseJsonItems(text: string): readonly unknown[] {
  const fault = findJsonFault(text)
  if (fault) throw new AbiError({ kind: 'json', ...fault })
  const json: unknown = JSON.parse(text)
  const items = isRecord(json) && 'abi' in json ? json['abi'] : json
  if (Array.isArray(items) && items.every((item) => typeof item === 'string'))
    return parseLineItems(items.join('\n'))
  return Array.isArray(items) ? items : [items]
}

function parseLineItems(text: string): readonly unknown[] {
  const lines = text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const whole = /^(function|event|error|constructor|struct|fallback|receive|modifier)\b/
  const isStruct = lines.some((line) => line.startsWith('struct '))
  // Lines within a struct end with semicolons, so only text without structs is split by line.
  const parts = isStruct ? findStructLines(text) : lines
  const structs = parts.filter((part) => part.startsWith('struct '))
  const signatures = parts.map((line) => (whole.test(line) ? line : `function ${line}`))
  try {
    return parseAbi(signatures)
  } catch (error) {
    for (const [index, signature] of signatures.entries()) {
      if (structs.includes(signature)) continue
      try {
        parseAbi([...structs, signature])
      } catch (fault) {
        const part = parts[index] ?? ''
        throw new AbiError(toSignatureFault(fault), toLinePlace({ part, text }))
      }
    }
    throw error
  }
}

function toLinePlace({ part, text }: { part: string; text: string }): AbiPlace {
  const number = text.slice(0, Math.max(0, text.indexOf(part))).split('\n').length
  return { kind: 'line', number, name: part.length > 60 ? `${part.slice(0, 59)}\u2026` : part }
}

/** What the parser says of a line; without a reason it is no signature at all. */
function toSignatureFault(error: unknown): AbiFault {
  const { metaMessages }: { metaMessages?: unknown } = Object(error)
  const [reason]: unknown[] = Array.isArray(metaMessages) ? metaMessages : []
  if (typeof reason !== 'string') return { kind: 'signature' }
  const type = /^Type "(.+)" is not a valid ABI type/.exec(reason)?.[1]
  if (type !== undefined) return { kind: 'type', type }
  const keyword = /^"(.+)" is a protected Solidity keyword/.exec(reason)?.[1]
  if (keyword !== undefined) return { kind: 'keyword', word: keyword }
  const modifier = /^Modifier "(.+?)" not allowed/.exec(reason)?.[1]
  if (modifier !== undefined) return { kind: 'modifier', word: modifier }
  return / too many \w+ parentheses/.test(reason)
    ? { kind: 'parentheses' }
    : { kind: 'other', text: reason }
}

function findStructLines(text: string): string[] {
  const structs = text.match(/struct\s+\w+\s*\{[^}]*\}/g) ?? []
  const rest = structs.reduce((left, struct) => left.replace(struct, ''), text)
  return [
    ...structs.map((struct) => struct.replaceAll(/\s+/g, ' ')),
    ...rest.split(/[\n;]/).map((line) => line.trim()),
  ].filter((line) => line !== '')
}

/** A function of an ABI; nothing for its other entries. */
function toEntry(
  item: unknown,
  index: number,
): readonly { writer?: CallFunction; reader?: ReadFunction }[] {
  if (!isRecord(item) || typeof item['type'] !== 'string')
    throw new AbiError({ kind: 'entry' }, { kind: 'entry', number: index + 1, name: '' })
  if (item['type'] !== 'function') return []
  const { name } = item
  const shown = typeof name === 'string' ? name : ''
  const place: AbiPlace = { kind: 'entry', number: index + 1, name: shown }
  if (!isFunction(item)) throw new AbiError({ kind: shown === '' ? 'noName' : 'noInputs' }, place)
  try {
    return isReader(item) ? [{ reader: toReadFunction(item) }] : [{ writer: toCallFunction(item) }]
  } catch (error) {
    const { fault, parameter } = toAbiError(error)
    throw new AbiError(fault, { ...place, parameter })
  }
}

function isFunction(item: Record<string, unknown>): item is ParsedFunction {
  return typeof item['name'] === 'string' && item['name'] !== '' && Array.isArray(item['inputs'])
}

function toReadFunction(item: ParsedFunction): ReadFunction {
  const outputs = (item.outputs ?? []).map((output) => toField(output, 0))
  const outputParameters = outputs.map(({ shape, type }) => toParameter(shape, type))
  return { ...toCallError(item), outputs, outputParameters }
}

/** An error with unsupported types is dropped, since errors are never called. */
function isError(item: unknown): item is ParsedError {
  if (!isRecord(item) || item['type'] !== 'error' || typeof item['name'] !== 'string') return false
  if (!Array.isArray(item['inputs'])) return false
  try {
    for (const input of item['inputs']) toField(input, 0)
    return true
  } catch {
    return false
  }
}

function isReader({ stateMutability }: ParsedFunction): boolean {
  return stateMutability === 'view' || stateMutability === 'pure'
}

function toCallFunction(item: ParsedFunction): CallFunction {
  return { ...toCallError(item), isPayable: item.stateMutability === 'payable' }
}

function toCallError(item: ParsedError): CallError {
  const fields = item.inputs.map((input, index) => toParameterField(input, index))
  const signature = `${item.name}(${fields.map(({ type }) => type).join(',')})`
  return {
    name: item.name,
    signature,
    selector: toFunctionSelector(`function ${signature}`),
    fields,
    parameters: fields.map(({ shape, type }) => toParameter(shape, type)),
  }
}

/** The parameter of a function, whose place an error names. */
function toParameterField(parameter: unknown, index: number): Field {
  try {
    return toField(parameter, 0)
  } catch (error) {
    throw new AbiError(toAbiError(error).fault, undefined, index + 1)
  }
}

/** Without names, so that the encoder takes tuples as arrays whatever the ABI names their parts. */
function toParameter(shape: FieldShape, type: string): AbiParameter {
  if (shape.kind === 'tuple')
    return {
      type: 'tuple',
      components: shape.fields.map((part) => toParameter(part.shape, part.type)),
    }
  if (shape.kind !== 'array') return { type }
  const item = toParameter(shape.item.shape, shape.item.type)
  return { ...item, type: `${item.type}[${shape.length ?? ''}]` }
}

function toField(parameter: unknown, depth: number): Field {
  if (depth > maxNesting) throw new AbiError({ kind: 'nested' })
  if (!isRecord(parameter) || typeof parameter['type'] !== 'string')
    throw new AbiError({ kind: 'noType' })
  const { type, name } = parameter
  const named = typeof name === 'string' ? name : ''
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array) {
    const item = toField({ ...parameter, name: '', type: array[1] }, depth + 1)
    const length = array[2] === '' ? undefined : Number(array[2])
    const whole = `${item.type}[${length ?? ''}]`
    return { name: named, type: whole, shape: { kind: 'array', item, length } }
  }
  if (type === 'tuple') {
    const { components } = parameter
    if (!Array.isArray(components)) throw new AbiError({ kind: 'noComponents' })
    const fields = components.map((component) => toField(component, depth + 1))
    const inner = fields.map((field) => field.type).join(',')
    return { name: named, type: `(${inner})`, shape: { kind: 'tuple', fields } }
  }
  return {
    name: named,
    type: /^u?int$/.test(type) ? `${type}256` : type,
    shape: toPlainShape(type),
  }
}

function toPlainShape(type: string): FieldShape {
  if (type === 'address' || type === 'bool' || type === 'string') return { kind: type }
  const number = /^(u?int)(\d*)$/.exec(type)
  const bits = Number(number?.[2] || '256')
  if (number && bits >= 8 && bits <= 256 && bits % 8 === 0)
    return { kind: number[1] === 'int' ? 'int' : 'uint', bits }
  const bytes = /^bytes(\d*)$/.exec(type)
  const size = bytes?.[1] === '' ? undefined : Number(bytes?.[1])
  if (bytes && (size === undefined || (size >= 1 && size <= 32))) return { kind: 'bytes', size }
  throw new AbiError({ kind: 'type', type })
}
