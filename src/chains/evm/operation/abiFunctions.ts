import { type AbiError as AbiErrorItem, formatAbi as formatItems, parseAbi } from 'abitype'
import type { AbiFunction, AbiParameter } from 'viem'
import { toFunctionSelector } from 'viem/utils'

import type { Hex } from '#protocol/ids/hex.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { AbiError, type AbiProblem } from './abiProblem.ts'
import type { AbiPart } from './readSignatures.ts'

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

/** What an ABI holds. */
export type AbiFunctions = {
  /** Those that change state. */
  functions: readonly CallFunction[]
  readers: readonly ReadFunction[]
  errors: readonly CallError[]
}

/** Functions and errors of an ABI by their signatures. */
type Found = {
  functions: Map<string, CallFunction>
  readers: Map<string, ReadFunction>
  errors: Map<string, CallError>
}

/** Deeper nesting is rejected: no real contract has it, and a form could not show it. */
const maxNesting = 8

/** Reads the lines of a known interface, or those that {@link formatAbi} wrote. */
export function readAbiLines(text: string): AbiFunctions {
  const parts = text.split('\n').flatMap((line, index): readonly AbiPart[] => {
    const place = { kind: 'line', number: index + 1, name: line } as const
    try {
      const [item]: readonly unknown[] = parseAbi([line])
      return [{ item, place }]
    } catch {
      return [{ fault: { kind: 'signature' }, place }]
    }
  })
  return collectFunctions(parts)
}

/** Collects functions and errors in the ABI's order; `left` are those that cannot be encoded. */
export function collectFunctions(
  parts: readonly AbiPart[],
): AbiFunctions & { left: readonly AbiProblem[] } {
  const found: Found = { functions: new Map(), readers: new Map(), errors: new Map() }
  const left = parts.flatMap((part): readonly AbiProblem[] => {
    if ('fault' in part) return [part]
    try {
      addItem(found, part.item)
      return []
    } catch (error) {
      if (!(error instanceof AbiError)) throw error
      return [{ fault: error.fault, place: { ...part.place, parameter: error.parameter } }]
    }
  })
  return {
    functions: [...found.functions.values()],
    readers: [...found.readers.values()],
    errors: [...found.errors.values()],
    left,
  }
}

/** Formats an ABI as human-readable lines, which are shorter to store than JSON. */
export function formatAbi(abi: {
  functions: readonly Pick<CallFunction, 'name' | 'fields' | 'isPayable'>[]
  readers: readonly Pick<ReadFunction, 'name' | 'fields' | 'outputs'>[]
  errors: readonly Pick<CallError, 'name' | 'fields'>[]
}): string {
  const functions = abi.functions.map((fn) => {
    const stateMutability = fn.isPayable ? 'payable' : 'nonpayable'
    return { ...toItem(fn, 'function'), outputs: [], stateMutability } as const
  })
  const readers = abi.readers.map((fn) => {
    const outputs = fn.outputs.map(toParameter)
    return { ...toItem(fn, 'function'), outputs, stateMutability: 'view' } as const
  })
  const errors = abi.errors.map((error) => toItem(error, 'error'))
  return [...functions, ...readers, ...errors].map(formatItem).join('\n')
}

function toItem<const T>({ name, fields }: Pick<CallError, 'name' | 'fields'>, type: T) {
  return { type, name, inputs: fields.map(toParameter) }
}

/** Names that the parser refuses, such as words of Solidity, are left out. */
function formatItem(item: AbiFunction | AbiErrorItem): string {
  const [line] = formatItems([item])
  try {
    parseAbi([line])
    return line
  } catch {
    return formatItems([{ ...item, inputs: item.inputs.map(dropNames) }]).join('')
  }
}

/** A name of Solidity. Of any other text only a part would make the selector, and all of it be shown. */
const identifier = /^[A-Za-z_$][\w$]*$/

/** Adds a function or an error; other items cannot be called. */
function addItem(found: Found, item: unknown): void {
  if (!isRecord(item) || !('type' in item || 'name' in item)) throw new AbiError({ kind: 'entry' })
  // Old compilers leave the type out.
  const { type = 'function', name, inputs } = item
  if (typeof type !== 'string') throw new AbiError({ kind: 'entry' })
  if (type !== 'function' && type !== 'error') return
  if (typeof name !== 'string' || name === '') throw new AbiError({ kind: 'noName' })
  if (!identifier.test(name)) throw new AbiError({ kind: 'signature' })
  if (!Array.isArray(inputs)) throw new AbiError({ kind: 'noInputs' })
  const form = toForm(name, inputs)
  if (type === 'error') return add(found.errors, form)
  const state = getMutability(item)
  if (state !== 'view' && state !== 'pure')
    return add(found.functions, { ...form, isPayable: state === 'payable' })
  const outputs = (Array.isArray(item['outputs']) ? item['outputs'] : []).map((one) => toField(one))
  const outputParameters = outputs.map((output) => dropNames(toParameter(output)))
  return add(found.readers, { ...form, outputs, outputParameters })
}

function add<T extends { signature: string }>(to: Map<string, T>, one: T): void {
  if (!to.has(one.signature)) to.set(one.signature, one)
}

/** Until 2018 compilers wrote `constant` and `payable` instead. */
function getMutability({ stateMutability, constant, payable }: Record<string, unknown>): unknown {
  if (stateMutability !== undefined) return stateMutability
  return constant === true ? 'view' : payable === true ? 'payable' : 'nonpayable'
}

function toForm(name: string, inputs: readonly unknown[]): CallError {
  const fields = inputs.map((input, index) => {
    try {
      return toField(input)
    } catch (error) {
      throw error instanceof AbiError ? new AbiError(error.fault, index + 1) : error
    }
  })
  const signature = `${name}(${fields.map(({ type }) => type).join(',')})`
  return {
    name,
    signature,
    selector: toFunctionSelector(`function ${signature}`),
    fields,
    // Without names the encoder takes tuples as arrays, whatever the ABI calls their parts.
    parameters: fields.map((field) => dropNames(toParameter(field))),
  }
}

/** Writes a field as a parameter of a JSON ABI. */
export function toParameter({ name, type, shape }: Field): AbiParameter {
  if (shape.kind === 'tuple')
    return { name, type: 'tuple', components: shape.fields.map(toParameter) }
  if (shape.kind !== 'array') return { name, type }
  const item = toParameter(shape.item)
  return { ...item, name, type: `${item.type}[${shape.length ?? ''}]` }
}

function dropNames(parameter: AbiParameter): AbiParameter {
  const { type } = parameter
  return 'components' in parameter
    ? { type, components: parameter.components.map(dropNames) }
    : { type }
}

function toField(parameter: unknown, depth = 0): Field {
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
