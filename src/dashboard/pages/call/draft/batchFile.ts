import { isRecord } from '#protocol/ids/isRecord.ts'
import { decodeCallFields, type FieldValue } from '#chains/evm/operation/callFields.ts'
import { readBatchChecksum } from '#chains/evm/operation/readBatchChecksum.ts'
import { formatAbi, type CallFunction, readAbi } from '#chains/evm/operation/readAbi.ts'
import { formatAmount } from '#protocol/ids/amount.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import { Hex } from '#protocol/ids/hex.ts'
import { blankCall, type CallDraft, mostCalls } from './callSearch.ts'
import type { ReadDraft } from './readDraft.ts'

/** A batch that was read from a file, or why it was not. */
export type ReadBatch =
  | { calls: readonly CallDraft[]; chainNumber: number; isChanged: boolean }
  | { problem: string }

type Json = Record<string, unknown>

/**
 * A batch as a file of the Safe Transaction Builder: its format 1.0, with its checksum.
 *
 * @returns Undefined while a call is not complete.
 * Source: safe-global, tx-builder, `models.ts` and `checksum.ts`.
 */
export function writeBatch(
  drafts: readonly ReadDraft[],
  of: { chainNumber: number; account: string | undefined; nowMs: number },
): string | undefined {
  const transactions = drafts.flatMap(({ call, fn, data }) => {
    const values = fn && data && decodeCallFields(fn, data)
    const method = fn && values && { fn, values }
    return call ? [transactionOf({ ...call, value: BigInt(call.value) }, method)] : []
  })
  if (transactions.length !== drafts.length) return undefined
  const file = {
    version: '1.0',
    chainId: String(of.chainNumber),
    createdAt: of.nowMs,
    meta: {
      name: 'Contract calls',
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

/** Reads a file of the Safe Transaction Builder; each problem names its place in the file. */
export function readBatch(text: string): ReadBatch {
  const file = parse(text)
  if (typeof file === 'string') return { problem: file }
  const { transactions, chainId } = file
  if (!Array.isArray(transactions) || transactions.length === 0)
    return { problem: 'It lists no transactions: this is no batch of the Transaction Builder.' }
  if (transactions.length > mostCalls)
    return { problem: `It has ${transactions.length} calls; ${mostCalls} fit into one operation.` }
  const chainNumber = Number(chainId)
  if (!Number.isSafeInteger(chainNumber) || chainNumber <= 0)
    return { problem: 'It does not say its chain: “chainId” is no number.' }
  const calls: CallDraft[] = []
  for (const [index, json] of transactions.entries()) {
    const draft = isRecord(json) ? draftOf(json) : 'is no object'
    if (typeof draft === 'string') return { problem: `Call ${index + 1} ${draft}.` }
    calls.push(draft)
  }
  return { calls, chainNumber, isChanged: !isIntact(file) }
}

function parse(text: string): Json | string {
  try {
    const json: unknown = JSON.parse(text)
    return isRecord(json) ? json : 'It is no batch: an object is expected.'
  } catch {
    return 'It is no JSON file.'
  }
}

/** A call of the form, or what is wrong with it. */
function draftOf({
  to,
  value,
  data,
  contractMethod,
  contractInputsValues,
}: Json): CallDraft | string {
  const address = EvmAddress.safeParse(to)
  if (!address.success) return `goes to “${textOf(to)}”, which is no address`
  const sent = textOf(value ?? '0')
  if (!/^\d{1,78}$/.test(sent)) return `has the value “${sent}”: whole units are expected`
  const wei = sent === '0' ? '' : formatAmount(BigInt(sent), 18)
  const base = { ...blankCall, to: address.data, value: wei }
  const fn = isRecord(contractMethod) ? functionOf(contractMethod) : undefined
  if (typeof data !== 'string' || data === '')
    return fn
      ? withValues(base, { fn, values: isRecord(contractInputsValues) ? contractInputsValues : {} })
      : 'has neither data nor a function that can be read'
  const raw = Hex.safeParse(data)
  if (!raw.success) return 'has data that is not hexadecimal'
  const args = fn && decodeCallFields(fn, raw.data)
  if (!fn || !args) return { ...base, data: raw.data }
  return { ...base, abi: linesOf(fn), fn: fn.signature, args }
}

function withValues(
  base: CallDraft,
  { fn, values }: { fn: CallFunction; values: Json },
): CallDraft {
  const args = fn.fields.map(({ name, shape }, index): FieldValue => {
    const text = textOf(values[name] ?? values[index] ?? '')
    return shape.kind === 'tuple' || shape.kind === 'array' ? listIn(text) : text
  })
  return { ...base, abi: linesOf(fn), fn: fn.signature, args }
}

/** Lists and tuples stand as JSON in a text; numbers in them may be longer than JSON's. */
function listIn(text: string): FieldValue {
  try {
    const json: unknown = JSON.parse(text.replaceAll(/(?<=[[,]\s*)(-?\d+)(?=\s*[,\]])/g, '"$1"'))
    return fieldValue(json)
  } catch {
    return text
  }
}

function fieldValue(json: unknown): FieldValue {
  return Array.isArray(json) ? json.map(fieldValue) : textOf(json)
}

function functionOf({ name, inputs, payable }: Json): CallFunction | undefined {
  const stateMutability = payable === true ? 'payable' : 'nonpayable'
  const read = readAbi(JSON.stringify([{ type: 'function', name, inputs, stateMutability }]))
  return 'functions' in read ? read.functions[0] : undefined
}

function linesOf(fn: CallFunction): string {
  return formatAbi({ functions: [fn], errors: [], readers: 0 })
}

function transactionOf(
  { to, data, value }: { to: EvmAddress; data: Hex; value: bigint },
  method: { fn: CallFunction; values: readonly FieldValue[] } | undefined,
) {
  return {
    to,
    value: value.toString(),
    data,
    contractMethod: method ? methodOf(method.fn) : null,
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

function methodOf({ name, isPayable, fields }: CallFunction) {
  return { name, payable: isPayable, inputs: fields.map(inputOf) }
}

type Input = { internalType: string; name: string; type: string; components?: readonly Input[] }

function inputOf({ name, type, shape }: CallFunction['fields'][number]): Input {
  const item = shape.kind === 'array' ? inputOf(shape.item) : undefined
  const components = shape.kind === 'tuple' ? shape.fields.map(inputOf) : item?.components
  const suffix = shape.kind === 'array' ? `[${shape.length ?? ''}]` : ''
  const plain = shape.kind === 'tuple' ? 'tuple' : item ? `${item.type}${suffix}` : type
  return { internalType: plain, name, type: plain, ...(components ? { components } : {}) }
}

/** Whether the file is as its checksum says; one without a checksum says nothing. */
function isIntact({ meta, ...file }: Json): boolean {
  if (!isRecord(meta) || typeof meta['checksum'] !== 'string' || meta['checksum'] === '')
    return true
  const { checksum, ...rest } = meta
  return readBatchChecksum({ ...file, meta: rest }) === checksum
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
