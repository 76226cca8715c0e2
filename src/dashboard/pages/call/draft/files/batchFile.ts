import { isRecord } from '#protocol/ids/isRecord.ts'
import { decodeCallFields, type FieldValue } from '#chains/evm/operation/callFields.ts'
import { readBatchChecksum } from '#chains/evm/operation/readBatchChecksum.ts'
import { formatAbi, type CallFunction, readAbi } from '#chains/evm/operation/readAbi.ts'
import { formatAmount } from '#protocol/ids/amount.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import { Hex } from '#protocol/ids/hex.ts'
import { translate } from '../../../../language/translate.ts'
import { blankCall, type CallDraft, maxCalls } from '../callSearch.ts'
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
  if (typeof file === 'string') return { error: file }
  const { transactions, chainId } = file
  if (!Array.isArray(transactions) || transactions.length === 0)
    return {
      error: translate('It lists no transactions: this is no batch of the Transaction Builder.'),
    }
  if (transactions.length > maxCalls)
    return {
      error: translate('It has {count} calls; {most} fit into one operation.', {
        count: String(transactions.length),
        most: String(maxCalls),
      }),
    }
  const chainNumber = Number(chainId)
  if (!Number.isSafeInteger(chainNumber) || chainNumber <= 0)
    return { error: translate('It does not say its chain: “chainId” is no number.') }
  const calls: CallDraft[] = []
  for (const [index, json] of transactions.entries()) {
    const number = String(index + 1)
    if (!isRecord(json)) return { error: translate('Call {number} is no object.', { number }) }
    const draft = toCallDraft(json, number)
    if (typeof draft === 'string') return { error: draft }
    calls.push(draft)
  }
  return { calls, chainNumber, isChanged: !isIntact(file) }
}

function parseJson(text: string): JsonRecord | string {
  try {
    const json: unknown = JSON.parse(text)
    return isRecord(json) ? json : translate('It is no batch: an object is expected.')
  } catch {
    return translate('It is no JSON file.')
  }
}

/** Returns a call of the form, or the error. */
function toCallDraft(
  { to, value, data, contractMethod, contractInputsValues }: JsonRecord,
  number: string,
): CallDraft | string {
  const address = EvmAddress.safeParse(to)
  if (!address.success)
    return translate('Call {number} goes to “{text}”, which is no address.', {
      number,
      text: toText(to),
    })
  const sent = toText(value ?? '0')
  if (!/^\d{1,78}$/.test(sent))
    return translate('Call {number} has the value “{sent}”: whole units are expected.', {
      number,
      sent,
    })
  const wei = sent === '0' ? '' : formatAmount(BigInt(sent), 18)
  const base = { ...blankCall, to: address.data, value: wei }
  const fn = isRecord(contractMethod) ? toCallFunction(contractMethod) : undefined
  if (typeof data !== 'string' || data === '')
    return fn
      ? withValues(base, { fn, values: isRecord(contractInputsValues) ? contractInputsValues : {} })
      : translate('Call {number} has neither data nor a function that can be read.', { number })
  const raw = Hex.safeParse(data)
  if (!raw.success) return translate('Call {number} has data that is not hexadecimal.', { number })
  const args = fn && decodeCallFields(fn, raw.data)
  if (!fn || !args) return { ...base, data: raw.data }
  return { ...base, abi: toAbiLines(fn), fn: fn.signature, args }
}

function withValues(
  base: CallDraft,
  { fn, values }: { fn: CallFunction; values: JsonRecord },
): CallDraft {
  const args = fn.fields.map(({ name, shape }, index): FieldValue => {
    const text = toText(values[name] ?? values[index] ?? '')
    return shape.kind === 'tuple' || shape.kind === 'array' ? toList(text) : text
  })
  return { ...base, abi: toAbiLines(fn), fn: fn.signature, args }
}

/** Parses a list or tuple from JSON text; its numbers may exceed the range of JSON numbers. */
function toList(text: string): FieldValue {
  try {
    const json: unknown = JSON.parse(text.replaceAll(/(?<=[[,]\s*)(-?\d+)(?=\s*[,\]])/g, '"$1"'))
    return toFieldValue(json)
  } catch {
    return text
  }
}

function toFieldValue(json: unknown): FieldValue {
  return Array.isArray(json) ? json.map(toFieldValue) : toText(json)
}

function toCallFunction({ name, inputs, payable }: JsonRecord): CallFunction | undefined {
  const stateMutability = payable === true ? 'payable' : 'nonpayable'
  const read = readAbi(JSON.stringify([{ type: 'function', name, inputs, stateMutability }]))
  return 'functions' in read ? read.functions[0] : undefined
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
  return { name, payable: isPayable, inputs: fields.map(toMethodInput) }
}

type MethodInput = {
  internalType: string
  name: string
  type: string
  components?: readonly MethodInput[]
}

function toMethodInput({ name, type, shape }: CallFunction['fields'][number]): MethodInput {
  const item = shape.kind === 'array' ? toMethodInput(shape.item) : undefined
  const components = shape.kind === 'tuple' ? shape.fields.map(toMethodInput) : item?.components
  const suffix = shape.kind === 'array' ? `[${shape.length ?? ''}]` : ''
  const plain = shape.kind === 'tuple' ? 'tuple' : item ? `${item.type}${suffix}` : type
  return { internalType: plain, name, type: plain, ...(components ? { components } : {}) }
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
