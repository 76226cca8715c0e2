import { decodeCallFields, type FieldValue } from '#chains/evm/operation/callFields.ts'
import { findApprovingFunction } from '#chains/evm/operation/findApprovingFunction.ts'
import { getKnownFunctions } from '#chains/evm/operation/knownFunctions.ts'
import { type CallFunction, type Field, readAbiLines } from '#chains/evm/operation/abiFunctions.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import { Hex } from '#protocol/ids/hex.ts'

/** Call data put into words as far as its functions are known, with the calls inside it. */
export type DecodedData = {
  /** The contract; undefined where the data does not say it. */
  to: EvmAddress | undefined
  /** In wei; undefined where the data does not say it. */
  value: bigint | undefined
  data: Hex
  /** Undefined for a selector that is not known, or data that does not fit it. */
  fn: CallFunction | undefined
  values: readonly FieldValue[]
  inner: readonly DecodedData[]
  /** Whether it would grant rights over tokens of its caller. */
  isApproval: boolean
}

type Call = { to: EvmAddress | undefined; value?: bigint | undefined; data: Hex; depth: number }

/** Deeper calls are shown as their data. */
const maxDepth = 6

/** Most calls of one piece of data. */
const maxCalls = 64

/**
 * Decodes call data by the functions known here, and whatever calls its arguments contain: each
 * `bytes` that is exactly a known call, ERC-7579 batches and packed `multiSend` transactions.
 */
export function decodeData(data: Hex, { to }: { to: EvmAddress | undefined }): DecodedData {
  return decodeCall({ to, data, depth: 0 })
}

function decodeCall(call: Call): DecodedData {
  const { to, value, depth } = call
  const data = Hex.parse(call.data.toLowerCase())
  const selector = Hex.parse(data.slice(0, 10))
  const fn = getKnownFunctions().writers.get(selector)
  const isApproval = findApprovingFunction(data) !== undefined
  const values = fn && decodeCallFields(fn, data)
  if (!fn || !values) return { to, value, data, fn: undefined, values: [], inner: [], isApproval }
  const found = depth < maxDepth ? findCalls(fn, { values, to, depth: depth + 1 }) : []
  const inner = found.slice(0, maxCalls).map(decodeCall)
  return { to, value, data, fn, values, isApproval, inner }
}

type Arguments = { values: readonly FieldValue[]; to: EvmAddress | undefined; depth: number }

function findCalls(fn: CallFunction, { values, to, depth }: Arguments): readonly Call[] {
  const [first = '', second = ''] = values
  if (fn.name === 'execute' && fn.fields[0]?.type === 'bytes32')
    return readModularCalls({ mode: String(first), data: String(second), depth })
  if (fn.name === 'multiSend') return readPackedCalls(String(first), depth)
  return findIn(fn.fields, { values, to, depth })
}

/** Calls among values that belong together: the address beside a `bytes` is its contract. */
function findIn(fields: readonly Field[], { values, to, depth }: Arguments): readonly Call[] {
  const target = fields.findIndex(({ name, type }) => type === 'address' && isTarget.test(name))
  const sent = fields.findIndex(({ name, type }) => type === 'uint256' && /value$/i.test(name))
  const address = EvmAddress.safeParse(values[target])
  const wei = values[sent]
  const beside = {
    to: address.success ? address.data : to,
    value: address.success && typeof wei === 'string' && wei !== '' ? BigInt(wei) : undefined,
    depth,
  }
  return fields.flatMap((field, index) => findInField(field, { value: values[index], beside, to }))
}

/** Names that contracts give to the address which a `bytes` beside it is sent to. */
const isTarget = /^_?(to|target|dest|destination|contract|callee)_?$/i

function findInField(
  { shape }: Field,
  of: { value: FieldValue | undefined; beside: Omit<Call, 'data'>; to: EvmAddress | undefined },
): readonly Call[] {
  const { value, beside, to } = of
  if (value === undefined) return []
  if (shape.kind === 'bytes' && shape.size === undefined) {
    const data = Hex.safeParse(value)
    return data.success && isKnownCall(data.data) ? [{ ...beside, data: data.data }] : []
  }
  if (typeof value === 'string') return []
  if (shape.kind === 'tuple')
    return findIn(shape.fields, { values: value, to, depth: beside.depth })
  if (shape.kind !== 'array') return []
  const { item } = shape
  return value.flatMap((one) => findInField(item, { value: one, beside, to }))
}

function isKnownCall(data: Hex): boolean {
  const fn = getKnownFunctions().writers.get(Hex.parse(data.slice(0, 10).toLowerCase()))
  return fn !== undefined && decodeCallFields(fn, data) !== undefined
}

const [batchForm] = readAbiLines(
  'function f((address target, uint256 value, bytes data)[] calls)',
).functions

/** Calls of ERC-7579: one packed call, or an encoded list, by the first byte of the mode. */
function readModularCalls(of: { mode: string; data: string; depth: number }): readonly Call[] {
  const { mode, data, depth } = of
  const kind = mode.slice(2, 4)
  if (kind === '00') {
    const to = EvmAddress.safeParse(data.slice(0, 42))
    const inner = Hex.safeParse(`0x${data.slice(106)}`)
    if (!to.success || !inner.success || data.length < 106) return []
    return [{ to: to.data, value: BigInt(`0x${data.slice(42, 106)}`), data: inner.data, depth }]
  }
  if (kind !== '01' || !batchForm) return []
  const encoded = Hex.safeParse(`${batchForm.selector}${data.slice(2)}`)
  const [list = []] = (encoded.success && decodeCallFields(batchForm, encoded.data)) || []
  return typeof list === 'string' ? [] : list.flatMap((one) => toCall(one, depth))
}

function toCall(parts: FieldValue, depth: number): readonly Call[] {
  const [target, value, inner] = typeof parts === 'string' ? [] : parts
  const to = EvmAddress.safeParse(target)
  const data = Hex.safeParse(inner)
  if (!to.success || !data.success || typeof value !== 'string') return []
  return [{ to: to.data, value: BigInt(value), data: data.data, depth }]
}

/** Calls of Safe's `multiSend`: operation, address, value, length and data, one after the other. */
function readPackedCalls(packed: string, depth: number): readonly Call[] {
  const calls: Call[] = []
  let at = 2
  while (at + 170 <= packed.length && calls.length < maxCalls) {
    const to = EvmAddress.safeParse(`0x${packed.slice(at + 2, at + 42)}`)
    const value = BigInt(`0x${packed.slice(at + 42, at + 106)}`)
    const length = BigInt(`0x${packed.slice(at + 106, at + 170)}`)
    const end = at + 170 + Number(length) * 2
    if (!to.success || end > packed.length) return calls
    const data = Hex.safeParse(`0x${packed.slice(at + 170, end)}`)
    if (!data.success) return calls
    calls.push({ to: to.data, value, data: data.data, depth })
    at = end
  }
  return calls
}
