import { findApprovingFunction } from '#chains/evm/operation/findApprovingFunction.ts'
import {
  decodeCallFields,
  encodeCall,
  type FieldValue,
  fitValue,
} from '#chains/evm/operation/callFields.ts'
import { type CallFunction, readAbi, type ReadAbi } from '#chains/evm/operation/readAbi.ts'
import { parseAmount } from '#protocol/ids/amount.ts'
import type { Call } from '#protocol/quotes/callQuote.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import { Hex } from '#protocol/ids/hex.ts'
import { shortAddress } from '#dashboard/components/status/Address.tsx'
import type { CallDraft } from './callSearch.ts'
import { abiText } from '../../signing/operations/knownInterfaces.ts'

/** What is wrong with a call; an empty field is only missing, not wrong. */
export type DraftProblem = {
  /** `to`, `abi`, `fn`, `data`, `value`, or `args.0.2` for a part of an argument. */
  path: string
  message: string
  isMissing: boolean
}

/** An approval that a draft would give, and that belongs into the allowances. */
export type DraftApproval = { token: EvmAddress; spender: EvmAddress; amount: bigint }

/** A draft with everything that could be read of it. */
export type ReadDraft = {
  draft: CallDraft
  abi: ReadAbi | undefined
  fn: CallFunction | undefined
  /** In order of the form. */
  problems: readonly DraftProblem[]
  /** Complete and right. */
  call: Call | undefined
  data: Hex | undefined
  /** Set when the call is an approval that can be listed as allowance instead. */
  approval: DraftApproval | undefined
  title: string
  /** Below the title: the contract. */
  detail: string
}

const approve = 'approve(address,uint256)'

/** Reads one call of the form. Source: wire, "Contract calls". */
export function readDraft(draft: CallDraft): ReadDraft {
  const abi = draft.data === undefined ? readAbi(abiText(draft.abi)) : undefined
  const functions = abi && 'functions' in abi ? abi.functions : []
  const fn = functions.find(({ signature }) => signature === draft.fn)
  const body = draft.data === undefined ? bodyOf(draft, { abi, fn }) : rawBody(draft.data)
  const to = readTo(draft.to)
  const value = readValue(draft.value, fn)
  const approving = body.data && findApprovingFunction(body.data)
  const problems = [
    ...to.problems,
    ...body.problems,
    ...(approving === undefined ? [] : [approvalProblem(approving)]),
    ...value.problems,
  ]
  const { data } = body
  return {
    draft,
    abi,
    fn,
    problems,
    data,
    call:
      problems.length === 0 && to.address && data
        ? { to: to.address, data, value: `0x${value.wei.toString(16)}` }
        : undefined,
    approval: approving === approve && data ? approvalIn(data, to.address) : undefined,
    title: fn ? words(fn.name) : draft.data === undefined ? 'New call' : 'Raw data',
    detail: to.address ? shortAddress(to.address) : 'No contract yet',
  }
}

/** The values of a function's fields, made to fit them. */
export function fittedArgs(fn: CallFunction, args: readonly FieldValue[]): readonly FieldValue[] {
  return fn.fields.map((field, index) => fitValue(field, args[index]))
}

/** `safeTransferFrom` as words: `Safe transfer from`. */
function words(name: string): string {
  const spaced = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
  return spaced === '' ? name : spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase()
}

type Body = { data: Hex | undefined; problems: readonly DraftProblem[] }

function bodyOf(
  draft: CallDraft,
  { abi, fn }: { abi: ReadAbi | undefined; fn: CallFunction | undefined },
): Body {
  if (abi && 'error' in abi)
    return {
      data: undefined,
      problems: [{ path: 'abi', message: abi.error, isMissing: draft.abi.trim() === '' }],
    }
  if (!fn)
    return {
      data: undefined,
      problems: [{ path: 'fn', message: 'Choose a function.', isMissing: true }],
    }
  const args = fittedArgs(fn, draft.args)
  const encoded = encodeCall(fn, args)
  if ('data' in encoded) return { data: encoded.data, problems: [] }
  return {
    data: undefined,
    problems: encoded.errors.map(({ path, message }) => {
      return { path: `args.${path}`, message, isMissing: isEmptyAt(args, path) }
    }),
  }
}

/** Whether nothing was typed at a place; `e6` is only the unit of an amount. */
function isEmptyAt(args: readonly FieldValue[], path: string): boolean {
  let value: FieldValue | undefined = args
  for (const part of path.split('.'))
    value = typeof value === 'string' ? undefined : value?.[Number(part)]
  return typeof value === 'string' && /^(e\d*)?$/.test(value.trim())
}

function rawBody(text: string): Body {
  const trimmed = text.trim()
  const data = Hex.safeParse(trimmed === '' ? '0x' : trimmed)
  if (data.success) return { data: data.data, problems: [] }
  const message = 'Call data is 0x and pairs of hexadecimal digits.'
  return { data: undefined, problems: [{ path: 'data', message, isMissing: false }] }
}

function readTo(text: string): { address?: EvmAddress; problems: readonly DraftProblem[] } {
  const trimmed = text.trim()
  if (trimmed === '')
    return { problems: [{ path: 'to', message: "Enter the contract's address.", isMissing: true }] }
  const address = EvmAddress.safeParse(trimmed)
  if (address.success) return { address: address.data, problems: [] }
  const message = /^0x[0-9a-f]{40}$/i.test(trimmed)
    ? 'The checksum does not fit: a character was changed.'
    : 'Not an address: 0x and 40 hexadecimal digits.'
  return { problems: [{ path: 'to', message, isMissing: false }] }
}

function readValue(
  text: string,
  fn: CallFunction | undefined,
): { wei: bigint; problems: readonly DraftProblem[] } {
  if (text.trim() === '') return { wei: 0n, problems: [] }
  const parsed = parseAmount(text, 18)
  const problem = { path: 'value', isMissing: false }
  if ('problem' in parsed)
    return { wei: 0n, problems: [{ ...problem, message: 'An amount with 18 decimals at most.' }] }
  if (parsed.units > 0n && fn && !fn.isPayable)
    return {
      wei: 0n,
      problems: [{ ...problem, message: `${fn.name} takes no value: it is not payable.` }],
    }
  return { wei: parsed.units, problems: [] }
}

function approvalProblem(signature: string): DraftProblem {
  return {
    path: 'approve',
    message: `${signature.split('(')[0]} gives rights over your tokens that outlast the call, so it is not allowed inside calls. List it as an allowance instead: exact, and taken back in the same operation.`,
    isMissing: false,
  }
}

function approvalIn(data: Hex, token: EvmAddress | undefined): DraftApproval | undefined {
  const read = readAbi(`function ${approve}`)
  const [form] = 'functions' in read ? read.functions : []
  const [spender, amount] = (form && decodeCallFields(form, data)) ?? []
  const address = EvmAddress.safeParse(spender)
  if (!token || !address.success || typeof amount !== 'string') return undefined
  return { token, spender: address.data, amount: BigInt(amount) }
}
