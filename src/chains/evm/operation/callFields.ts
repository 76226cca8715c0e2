import type { AbiParameter } from 'viem'
import { decodeAbiParameters, encodeAbiParameters } from 'viem/utils'

import { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { CallFunction, Field, FieldShape } from './abiFunctions.ts'

/** Input of a field: text, or the parts of a tuple or array. */
export type FieldValue = string | readonly FieldValue[]

/** What is wrong with the text of a field. */
export type FieldProblem =
  | { kind: 'noNumber' | 'number' | 'fraction' | 'negative' }
  /** An integer out of the range of its type. */
  | { kind: 'least'; least: bigint }
  | { kind: 'bits'; bits: number }
  | { kind: 'decimals'; most: number }
  | { kind: 'noAddress' | 'address' | 'checksum' | 'bool' | 'hex' }
  /** Both in bytes. */
  | { kind: 'size'; size: number; actual: number }
  /** A text where parts are expected, too many parts, or parts instead of a text. */
  | { kind: 'shape' }
  | { kind: 'items'; count: number }
  | { kind: 'manyItems'; most: number }

/** An invalid field, by path: `0.2` is the third part of the first argument. */
export type FieldError = { path: string; problem: FieldProblem }

/** Encoded call data, or the invalid fields. */
export type EncodedCall = { data: Hex } | { errors: readonly FieldError[] }

/** Most items of one array. */
const maxItems = 256

/**
 * Encodes field input as call data.
 *
 * Integers: decimal, `0x` hexadecimal, or with a power of ten (`12.5e6` is exactly 12500000).
 * Booleans: `true`, `false`. Bytes: hexadecimal with `0x`. Strings: as typed.
 */
export function encodeCall(
  { fields, parameters, selector }: Pick<CallFunction, 'fields' | 'parameters' | 'selector'>,
  values: readonly FieldValue[],
): EncodedCall {
  const errors: FieldError[] = []
  const read = fields.map((field, index) =>
    readValue(field.shape, { value: values[index] ?? '', path: String(index), errors }),
  )
  if (errors.length > 0) return { errors }
  const encoded = encodeAbiParameters<readonly AbiParameter[]>(parameters, read)
  return { data: `${selector}${encoded.slice(2)}` }
}

/**
 * Decodes call data to field input; undefined if it is not exactly a call of this function. {@link
 * encodeCall} turns the result back into the same data.
 */
export function decodeCallFields(
  { fields, parameters, selector }: Pick<CallFunction, 'fields' | 'parameters' | 'selector'>,
  data: Hex,
): readonly FieldValue[] | undefined {
  if (data.slice(0, 10).toLowerCase() !== selector) return undefined
  const body: Hex = `0x${data.slice(10)}`
  try {
    const values: readonly unknown[] =
      parameters.length === 0 ? [] : decodeAbiParameters(parameters, body)
    const again = encodeAbiParameters<readonly AbiParameter[]>(parameters, [...values])
    if (again !== body.toLowerCase()) return undefined
    return fields.map((field, index) => toFieldText(field.shape, values[index]))
  } catch {
    // Parameters that do not match the selector.
    return undefined
  }
}

/** Initial value of a field. */
export function createEmptyValue({ shape }: Field): FieldValue {
  switch (shape.kind) {
    case 'tuple':
      return shape.fields.map(createEmptyValue)
    case 'array':
      return Array.from({ length: Math.min(shape.length ?? 0, maxItems) }, () =>
        createEmptyValue(shape.item),
      )
    case 'bool':
      return 'false'
    case 'uint':
    case 'int':
    case 'address':
    case 'bytes':
    case 'string':
      return ''
  }
}

/** Adds what a value lacks of its field's parts; nothing that is there is dropped. */
export function fitValue(field: Field, value: FieldValue | undefined): FieldValue {
  const { shape } = field
  if (value === undefined) return createEmptyValue(field)
  const isList = shape.kind === 'tuple' || shape.kind === 'array'
  if (isList && value === '') return createEmptyValue(field)
  // An error of its field, unlike an empty list.
  if (!isList || typeof value === 'string') return value
  const least = shape.kind === 'tuple' ? shape.fields.length : Math.min(shape.length ?? 0, maxItems)
  return Array.from({ length: Math.max(least, value.length) }, (_, index) => {
    const part = shape.kind === 'tuple' ? shape.fields[index] : shape.item
    return part ? fitValue(part, value[index]) : (value[index] ?? '')
  })
}

type Reading = { value: FieldValue; path: string; errors: FieldError[] }

function readValue(shape: FieldShape, reading: Reading): unknown {
  switch (shape.kind) {
    case 'tuple':
      return readParts(
        shape.fields.map((field) => field.shape),
        reading,
      )
    case 'array':
      return readArray(shape, reading)
    case 'uint':
    case 'int':
    case 'address':
    case 'bool':
    case 'bytes':
    case 'string':
      return readPlain(shape, reading)
  }
}

function readParts(shapes: readonly FieldShape[], { value, path, errors }: Reading): unknown {
  if (typeof value === 'string' ? value !== '' : value.length > shapes.length)
    errors.push({ path, problem: { kind: 'shape' } })
  const parts = typeof value === 'string' ? [] : value
  return shapes.map((shape, index) =>
    readValue(shape, { value: parts[index] ?? '', path: `${path}.${index}`, errors }),
  )
}

function readArray(
  { item, length }: Extract<FieldShape, { kind: 'array' }>,
  reading: Reading,
): unknown {
  const count = typeof reading.value === 'string' ? 0 : reading.value.length
  if (length !== undefined && count !== length)
    reading.errors.push({ path: reading.path, problem: { kind: 'items', count: length } })
  if (count > maxItems)
    reading.errors.push({ path: reading.path, problem: { kind: 'manyItems', most: maxItems } })
  return readParts(
    Array.from({ length: count }, () => item.shape),
    reading,
  )
}

type PlainShape = Exclude<FieldShape, { kind: 'tuple' | 'array' }>

function readPlain(shape: PlainShape, { value, path, errors }: Reading): unknown {
  const read =
    typeof value === 'string'
      ? plainReaders[shape.kind](value, shape)
      : ({ kind: 'shape' } as const)
  if (typeof read === 'object') errors.push({ path, problem: read })
  return read
}

type PlainReading = string | bigint | boolean | FieldProblem

const plainReaders: Record<PlainShape['kind'], (text: string, shape: PlainShape) => PlainReading> =
  {
    uint: readInteger,
    int: readInteger,
    address: readAddress,
    bool: readBool,
    bytes: readBytes,
    string: (text) => text,
  }

function readInteger(text: string, shape: PlainShape): PlainReading {
  const units = parseInteger(text.trim())
  if (typeof units !== 'bigint') return units
  const bits = 'bits' in shape ? shape.bits : 256
  const isSigned = shape.kind === 'int'
  const least = isSigned ? -(2n ** BigInt(bits - 1)) : 0n
  const most = 2n ** BigInt(isSigned ? bits - 1 : bits) - 1n
  if (units < least) return isSigned ? { kind: 'least', least } : { kind: 'negative' }
  if (units > most) return { kind: 'bits', bits }
  return units
}

/** Parses text as an exact integer: digits, `0x` digits, or a decimal with a power of ten. */
function parseInteger(text: string): bigint | FieldProblem {
  if (/^0x[0-9a-f]{1,64}$/i.test(text)) return BigInt(text)
  const parts = /^(-?)(\d*)(?:\.(\d*))?(?:e(\d{1,2}))?$/.exec(text)
  if (!parts || text.length > 160) return { kind: 'number' }
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts
  if (whole === '' && fraction === '') return { kind: 'noNumber' }
  const kept = fraction.replace(/0+$/, '')
  const zeros = Number(power) - kept.length
  if (zeros < 0)
    return power === '0' ? { kind: 'fraction' } : { kind: 'decimals', most: Number(power) }
  const units = BigInt(`${whole}${kept}${'0'.repeat(zeros)}` || '0')
  return sign === '' ? units : -units
}

function readAddress(text: string): PlainReading {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'noAddress' }
  const address = EvmAddress.safeParse(trimmed)
  if (address.success) return address.data.toLowerCase()
  return { kind: /^0x[0-9a-f]{40}$/i.test(trimmed) ? 'checksum' : 'address' }
}

function readBool(text: string): PlainReading {
  if (text === 'true' || text === 'false') return text === 'true'
  return { kind: 'bool' }
}

function readBytes(text: string, shape: PlainShape): PlainReading {
  const trimmed = text.trim()
  const size = 'size' in shape ? shape.size : undefined
  if (trimmed === '' && size === undefined) return '0x'
  if (!/^0x([0-9a-f]{2})*$/i.test(trimmed)) return { kind: 'hex' }
  const actual = trimmed.length / 2 - 1
  if (size !== undefined && actual !== size) return { kind: 'size', size, actual }
  return trimmed.toLowerCase()
}

/** Writes a decoded value as the input of a field. */
export function toFieldText(shape: FieldShape, value: unknown): FieldValue {
  switch (shape.kind) {
    case 'tuple':
      return toParts(value).map((part, index) =>
        toFieldText(shape.fields[index]?.shape ?? { kind: 'string' }, part),
      )
    case 'array':
      return toParts(value).map((item) => toFieldText(shape.item.shape, item))
    case 'uint':
    case 'int':
    case 'address':
    case 'bool':
    case 'bytes':
    case 'string':
      return String(value)
  }
}

/** Tuples are decoded as arrays because their parameters have no names. */
function toParts(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
