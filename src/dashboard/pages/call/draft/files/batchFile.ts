import { isRecord } from '#protocol/ids/isRecord.ts'
import { decodeCallFields, encodeCall, type FieldValue } from '#chains/evm/operation/callFields.ts'
import { readBatchChecksum } from '#chains/evm/operation/readBatchChecksum.ts'
import {
  type CallFunction,
  type FieldShape,
  formatAbi,
  toParameter,
} from '#chains/evm/operation/abiFunctions.ts'
import { readAbi } from '#chains/evm/operation/readAbi.ts'
import { readLiteral } from '#chains/evm/operation/readLiteral.ts'
import { formatAmount } from '#protocol/ids/amount.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import { Hex } from '#protocol/ids/hex.ts'
import { translate } from '../../../../language/translate.ts'
import { parseJson } from '../../../../persisted.ts'
import { blankCall, type CallDraft, maxCalls } from '../callSearch.ts'
import { describeAbiProblem, describeFieldProblem } from '../describeProblem.ts'
import type { ParsedDraft } from '../parseDraft.ts'

/** A batch read from a file, or the reason why it could not be read. */
export type ParsedBatch =
  | { calls: readonly CallDraft[]; chainNumber: number; isChanged: boolean }
  | { error: string }

type JsonRecord = Record<string, unknown>

/**
 * Serializes a batch as a file of the Safe Transaction Builder, format 1.0, with its checksum.
 *
 * @returns Undefined while a call is incomplete.
 * Source: safe-global, tx-builder, `models.ts` and `checksum.ts`.
 */
export function serializeBatch(
  drafts: readonly ParsedDraft[],
  of: { chainNumber: number; account: string | undefined; nowMs: number },
): string | undefined {
  const transactions = drafts.flatMap(({ call, fn, data }) => {
    const values = fn && data && decodeCallFields(fn, data)
    const method = fn && values && { fn, values }
    return call ? [toTransaction({ ...call, value: BigInt(call.value) }, method)] : []
  })
  if (transactions.length !== drafts.length) return undefined
  const file = {
    version: '1.0',
    chainId: String(of.chainNumber),
    createdAt: of.nowMs,
    meta: {
      name: translate('Contract calls'),
      description: '',
      txBuilderVersion: '1.18.2',
      createdFromSafeAddress: of.account ?? '',
      createdFromOwnerAddress: '',
    },
    transactions,
  }
  return JSON.stringify(
    { ...file, meta: { ...file.meta, checksum: readBatchChecksum(file) } },
    null,
    2,
  )
}

/** Parses a file of the Safe Transaction Builder; each error names its place in the file. */
export function parseBatch(text: string): ParsedBatch {
  const file = parseJson(text)
  if (file === undefined) return { error: translate('This isn’t a JSON file.') }
  // Numbers of JSON have no more than 53 bits: values are read as they are written.
  const exact = readLiteral(text)
  if (!isRecord(file) || !('value' in exact) || !isRecord(exact.value))
    return { error: translate('This isn’t a batch: expected an object.') }
  const { transactions, chainId } = exact.value
  if (!Array.isArray(transactions) || transactions.length === 0)
    return {
      error: translate('This file lists no transactions, so it isn’t a Transaction Builder batch.'),
    }
  if (transactions.length > maxCalls)
    return {
      error: translate('This file has {count} calls. One operation can hold up to {most}.', {
        count: String(transactions.length),
        most: String(maxCalls),
      }),
    }
  const chainNumber = Number(chainId)
  if (!Number.isSafeInteger(chainNumber) || chainNumber <= 0)
    return { error: translate('The chain is missing: “chainId” isn’t a number.') }
  const calls: CallDraft[] = []
  for (const [index, json] of transactions.entries()) {
    const number = String(index + 1)
    if (!isRecord(json)) return { error: translate('Call {number} isn’t an object.', { number }) }
    const draft = toCallDraft(json, number)
    if (typeof draft === 'string') return { error: draft }
    calls.push(draft)
  }
  return { calls, chainNumber, isChanged: !isIntact(file) }
}

/** Returns a call of the form, or the error. */
function toCallDraft(
  { to, value, data, operation, contractMethod, contractInputsValues }: JsonRecord,
  number: string,
): CallDraft | string {
  const address = EvmAddress.safeParse(to)
  if (!address.success)
    return translate('Call {number} targets “{text}”, which isn’t an address.', {
      number,
      text: toText(to),
    })
  const kind = toText(operation ?? '0')
  if (kind === '1')
    return translate(
      'Call {number} is a delegate call: it would run that contract’s code as your account. Only plain calls can be read.',
      { number },
    )
  if (kind !== '0')
    return translate('Call {number} has an unknown “operation”. Only plain calls can be read.', {
      number,
    })
  const sent = toText(value ?? '0')
  if (!/^\d{1,78}$/.test(sent))
    return translate('Call {number} has the value “{sent}”. Use whole base units.', {
      number,
      sent,
    })
  const wei = BigInt(sent) === 0n ? '' : formatAmount(BigInt(sent), 18)
  const base = { ...blankCall, to: address.data, value: wei }
  const method = isRecord(contractMethod) ? readMethod(contractMethod) : undefined
  const fn = method && 'functions' in method ? method.functions[0] : undefined
  if (typeof data !== 'string' || data === '') {
    // No functions: what a contract does with coins that come without data.
    if (isRecord(contractMethod) && /^(receive|fallback)$/.test(toText(contractMethod['name'])))
      return { ...base, data: '0x' }
    const isTransfer = wei !== '' && (data ?? '') === '' && (contractMethod ?? null) === null
    if (isTransfer) return { ...base, data: '0x' }
    const values = isRecord(contractInputsValues) ? contractInputsValues : {}
    if (fn) return withValues(base, { fn, values, number })
    return method && 'problem' in method
      ? translate('Call {number}: {reason}', { number, reason: describeAbiProblem(method.problem) })
      : translate('Call {number} has neither data nor a readable function.', { number })
  }
  const raw = Hex.safeParse(data)
  if (!raw.success) return translate('Call {number} has data that isn’t hex.', { number })
  const args = fn && decodeCallFields(fn, raw.data)
  if (!fn || !args) return { ...base, data: raw.data }
  return { ...base, abi: toAbiLines(fn), fn: fn.signature, args }
}

function withValues(
  base: CallDraft,
  { fn, values, number }: { fn: CallFunction; values: JsonRecord; number: string },
): CallDraft | string {
  const args: FieldValue[] = []
  for (const [index, field] of fn.fields.entries()) {
    const parameter = field.name === '' ? String(index + 1) : field.name
    const written = values[field.name] ?? values[index]
    const value = readFileValue(field.shape, written)
    if (value === undefined) {
      const text = typeof written === 'string' ? written : JSON.stringify(written)
      const of = { number, parameter, type: field.type, text }
      return written === undefined
        ? translate('Call {number} has no value for its parameter {parameter}.', of)
        : translate('Call {number}, parameter {parameter}: “{text}” is not {type}.', of)
    }
    const only = { ...fn, fields: [field], parameters: fn.parameters.slice(index, index + 1) }
    const encoded = encodeCall(only, [value])
    const [wrong] = 'errors' in encoded ? encoded.errors : []
    if (wrong) {
      const reason = describeFieldProblem(wrong.problem)
      return translate('Call {number}, parameter {parameter}: {reason}', {
        number,
        parameter,
        reason,
      })
    }
    args.push(value)
  }
  return { ...base, abi: toAbiLines(fn), fn: fn.signature, args }
}

/**
 * Reads a value as the Transaction Builder does: lists with or without quotes, also as JSON instead
 * of a text. Undefined for what does not have the shape: nothing is ever left out of a list.
 */
function readFileValue(shape: FieldShape, written: unknown): FieldValue | undefined {
  if (shape.kind === 'bool') return booleans.get(String(written).trim().toLowerCase())
  if (shape.kind !== 'array' && shape.kind !== 'tuple')
    return typeof written === 'string' || typeof written === 'boolean' ? String(written) : undefined
  const read = typeof written === 'string' ? readLiteral(written) : { value: written }
  const value = 'value' in read ? read.value : undefined
  const isNamed = shape.kind === 'tuple' && isRecord(value)
  const list = isNamed ? shape.fields.map(({ name }) => value[name]) : value
  if (!Array.isArray(list)) return undefined
  const length = shape.kind === 'tuple' ? shape.fields.length : (shape.length ?? list.length)
  const parts = list.flatMap((part: unknown, index): readonly FieldValue[] => {
    const inner = shape.kind === 'tuple' ? shape.fields[index]?.shape : shape.item.shape
    const one = inner && readFileValue(inner, part)
    return one === undefined ? [] : [one]
  })
  return list.length === length && parts.length === length ? parts : undefined
}

const booleans: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['1', 'true'],
  ['false', 'false'],
  ['0', 'false'],
])

function readMethod({ name, inputs, payable }: JsonRecord) {
  const isPayable = String(payable) === 'true'
  return readAbi(JSON.stringify([{ type: 'function', name, inputs, payable: isPayable }]))
}

function toAbiLines(fn: CallFunction): string {
  return formatAbi({ functions: [fn], errors: [], readers: [] })
}

function toTransaction(
  { to, data, value }: { to: EvmAddress; data: Hex; value: bigint },
  method: { fn: CallFunction; values: readonly FieldValue[] } | undefined,
) {
  return {
    to,
    value: value.toString(),
    data,
    contractMethod: method ? toContractMethod(method.fn) : null,
    contractInputsValues: method
      ? Object.fromEntries(
          method.fn.fields.map(({ name }, index) => {
            const one = method.values[index] ?? ''
            return [
              name === '' ? String(index) : name,
              typeof one === 'string' ? one : JSON.stringify(one),
            ]
          }),
        )
      : null,
  }
}

function toContractMethod({ name, isPayable, fields }: CallFunction) {
  return {
    name,
    payable: isPayable,
    inputs: fields.map((one) => addInternalType(toParameter(one))),
  }
}

type MethodInput = ReturnType<typeof toParameter> & { internalType: string }

function addInternalType(parameter: ReturnType<typeof toParameter>): MethodInput {
  const internalType = parameter.type
  if (!('components' in parameter)) return { ...parameter, internalType }
  return { ...parameter, internalType, components: parameter.components.map(addInternalType) }
}

/** Whether the file matches its checksum; a file without one counts as intact. */
function isIntact({ meta, ...file }: JsonRecord): boolean {
  if (!isRecord(meta) || typeof meta['checksum'] !== 'string' || meta['checksum'] === '')
    return true
  const { checksum, ...rest } = meta
  return readBatchChecksum({ ...file, meta: rest }) === checksum
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
