import { isRecord } from '#protocol/ids/isRecord.ts'
import type { AbiFunction as ParsedFunction, AbiParameter } from 'viem'
import { parseAbi, toFunctionSelector } from 'viem/utils'

import type { Hex } from '#protocol/ids/hex.ts'

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

/** State-changing functions, count of read-only ones and errors of an ABI, or why it is invalid. */
export type ReadAbi =
  | { functions: readonly CallFunction[]; readers: number; errors: readonly CallError[] }
  | { error: string }

type ParsedError = Pick<ParsedFunction, 'name' | 'inputs'>

/** Deeper nesting is rejected: no real contract has it, and a form could not show it. */
const maxNesting = 8

/**
 * Parses an ABI as JSON of a compiler or explorer (an array, or an object with `abi`), or as
 * human-readable lines such as `function deposit(uint256 assets, address receiver)`, structs
 * included.
 *
 * @returns Functions in the ABI's order, or a sentence if the text is not an ABI.
 */
export function readAbi(text: string): ReadAbi {
  const trimmed = text.trim()
  if (trimmed === '') return { error: 'Paste an ABI.' }
  try {
    const items = /^[[{]/.test(trimmed) ? parseJsonItems(trimmed) : parseLineItems(trimmed)
    const functions = items.filter(isFunction)
    if (functions.length === 0) return { error: 'There is no function in this ABI.' }
    const writers = functions.filter((item) => !isReader(item))
    if (writers.length === 0) return { error: 'Its functions only read: there is nothing to call.' }
    return {
      functions: writers.map(toCallFunction),
      readers: functions.length - writers.length,
      errors: items.filter(isError).map(toCallError),
    }
  } catch (error) {
    return { error: toErrorText(error) }
  }
}

/** Formats an ABI as human-readable lines, which are shorter to store than JSON. */
export function formatAbi({ functions, errors }: Exclude<ReadAbi, { error: string }>): string {
  return [...functions.map(formatFunction), ...errors.map(formatError)].join('\n')
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
  return parseAbi(parts.map((line) => (whole.test(line) ? line : `function ${line}`)))
}

function findStructLines(text: string): string[] {
  const structs = text.match(/struct\s+\w+\s*\{[^}]*\}/g) ?? []
  const rest = structs.reduce((left, struct) => left.replace(struct, ''), text)
  return [
    ...structs.map((struct) => struct.replaceAll(/\s+/g, ' ')),
    ...rest.split(/[\n;]/).map((line) => line.trim()),
  ].filter((line) => line !== '')
}

function isFunction(item: unknown): item is ParsedFunction {
  if (!isRecord(item) || item['type'] !== 'function') return false
  if (typeof item['name'] !== 'string' || !Array.isArray(item['inputs']))
    throw new Error('A function of this ABI has no name or no inputs.')
  return true
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
  const fields = item.inputs.map((input) => toField(input, 0))
  const signature = `${item.name}(${fields.map(({ type }) => type).join(',')})`
  return {
    name: item.name,
    signature,
    selector: toFunctionSelector(`function ${signature}`),
    fields,
    parameters: fields.map(({ shape, type }) => toParameter(shape, type)),
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
  if (depth > maxNesting) throw new Error('Its types are nested too deeply.')
  if (!isRecord(parameter) || typeof parameter['type'] !== 'string')
    throw new Error('A parameter of this ABI has no type.')
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
    if (!Array.isArray(components)) throw new Error('A tuple of this ABI has no components.')
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
  throw new Error(`This form does not know the type ${type}.`)
}

/** Only the first line of the multi-line messages of viem and its parser. */
function toErrorText(error: unknown): string {
  if (error instanceof SyntaxError) return `This is no JSON: ${error.message}.`
  const [line = ''] = error instanceof Error ? error.message.split('\n') : []
  return line === '' ? 'This is no ABI.' : line
}
