import { findApprovingFunction } from '#chains/evm/operation/findApprovingFunction.ts'
import {
  decodeCallFields,
  encodeCall,
  type FieldValue,
  fitValue,
} from '#chains/evm/operation/callFields.ts'
import { type CallFunction, readAbiLines } from '#chains/evm/operation/abiFunctions.ts'
import { readAbi, type ReadAbi } from '#chains/evm/operation/readAbi.ts'
import { parseAmount } from '#protocol/ids/amount.ts'
import type { Call } from '#protocol/quotes/callQuote.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import { readPastedAddress } from '#protocol/ids/pastedAddress.ts'
import { Hex } from '#protocol/ids/hex.ts'
import { describeAddressProblem } from '#dashboard/components/forms/fieldProblems.ts'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import { translate } from '../../../language/translate.ts'
import type { CallDraft } from './callSearch.ts'
import { describeAbiProblem, describeFieldProblem } from './describeProblem.ts'
import { getAbiText } from '../../signing/operations/decoding/knownInterfaces.ts'

/** An error of a call; an empty field is missing, not wrong. */
export type DraftError = {
  /** `to`, `abi`, `fn`, `data`, `value`, or `args.0.2` for a part of an argument. */
  path: string
  message: string
  isMissing: boolean
}

/** An approval in a draft that should be listed as an allowance instead. */
export type DraftApproval = { token: EvmAddress; spender: EvmAddress; amount: bigint }

/** A draft with everything that could be parsed from it. */
export type ParsedDraft = {
  draft: CallDraft
  abi: ReadAbi | undefined
  fn: CallFunction | undefined
  /** In the order of the form. */
  errors: readonly DraftError[]
  /** Undefined unless the draft is complete and valid. */
  call: Call | undefined
  data: Hex | undefined
  /** Set if the call is an approval that can be listed as an allowance instead. */
  approval: DraftApproval | undefined
  title: string
  /** Shown below the title: the contract. */
  detail: string
}

const approve = 'approve(address,uint256)'

/** Parses one call of the form. Source: wire, "Contract calls". */
export function parseDraft(draft: CallDraft): ParsedDraft {
  const abi = draft.data === undefined ? readAbi(getAbiText(draft.abi)) : undefined
  const functions = abi && 'functions' in abi ? abi.functions : []
  const fn = functions.find(({ signature }) => signature === draft.fn)
  const body = draft.data === undefined ? buildBody(draft, { abi, fn }) : parseRawBody(draft.data)
  const to = parseTo(draft.to)
  const value = parseValue(draft.value, fn)
  const approving = body.data && findApprovingFunction(body.data)
  const errors = [
    ...to.errors,
    ...body.errors,
    ...(approving === undefined ? [] : [buildApprovalError(approving)]),
    ...value.errors,
  ]
  const { data } = body
  return {
    draft,
    abi,
    fn,
    errors,
    data,
    call:
      errors.length === 0 && to.address && data
        ? { to: to.address, data, value: `0x${value.wei.toString(16)}` }
        : undefined,
    approval: approving === approve && data ? findApproval(data, to.address) : undefined,
    title: fn
      ? splitWords(fn.name)
      : draft.data === undefined
        ? translate('New call')
        : translate('Raw data'),
    detail: to.address ? shortenAddress(to.address) : translate('No contract yet'),
  }
}

/** Returns the values of a function's fields, padded or cut to their number and shape. */
export function fitArguments(fn: CallFunction, args: readonly FieldValue[]): readonly FieldValue[] {
  return fn.fields.map((field, index) => fitValue(field, args[index]))
}

/** Splits a function name into words: `safeTransferFrom` becomes `Safe transfer from`. */
function splitWords(name: string): string {
  const spaced = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
  return spaced === '' ? name : spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase()
}

type DraftBody = { data: Hex | undefined; errors: readonly DraftError[] }

function buildBody(
  draft: CallDraft,
  { abi, fn }: { abi: ReadAbi | undefined; fn: CallFunction | undefined },
): DraftBody {
  if (abi && 'problem' in abi) {
    const message = describeAbiProblem(abi.problem)
    return {
      data: undefined,
      errors: [{ path: 'abi', message, isMissing: draft.abi.trim() === '' }],
    }
  }
  if (!fn)
    return {
      data: undefined,
      errors: [{ path: 'fn', message: translate('Choose a function.'), isMissing: true }],
    }
  const args = fitArguments(fn, draft.args)
  const encoded = encodeCall(fn, args)
  if ('data' in encoded) return { data: encoded.data, errors: [] }
  return {
    data: undefined,
    errors: encoded.errors.map(({ path, problem }) => {
      const message = describeFieldProblem(problem)
      return { path: `args.${path}`, message, isMissing: isEmptyAt(args, path) }
    }),
  }
}

/** Whether the field at a path is empty; `e6` is only the unit of an amount. */
function isEmptyAt(args: readonly FieldValue[], path: string): boolean {
  let value: FieldValue | undefined = args
  for (const part of path.split('.'))
    value = typeof value === 'string' ? undefined : value?.[Number(part)]
  return typeof value === 'string' && /^(e\d*)?$/.test(value.trim())
}

function parseRawBody(text: string): DraftBody {
  const trimmed = text.trim()
  const data = Hex.safeParse(trimmed === '' ? '0x' : trimmed)
  if (data.success) return { data: data.data, errors: [] }
  const message = translate('Enter call data as hex: 0x and pairs of hex digits.')
  return { data: undefined, errors: [{ path: 'data', message, isMissing: false }] }
}

function parseTo(text: string): { address?: EvmAddress; errors: readonly DraftError[] } {
  const trimmed = text.trim()
  if (trimmed === '')
    return {
      errors: [{ path: 'to', message: translate('Enter the contract address.'), isMissing: true }],
    }
  const address = EvmAddress.safeParse(trimmed)
  if (address.success) return { address: address.data, errors: [] }
  return { errors: [{ path: 'to', message: describeTo(trimmed), isMissing: false }] }
}

function describeTo(text: string): string {
  const read = readPastedAddress(text)
  if (read.kind === 'checksum') return describeFieldProblem(read)
  if (read.kind !== 'address') return describeAddressProblem(read)
  return read.chainId === undefined
    ? describeFieldProblem({ kind: 'address' })
    : translate('This address names another chain. Choose that chain, or paste the address alone.')
}

function parseValue(
  text: string,
  fn: CallFunction | undefined,
): { wei: bigint; errors: readonly DraftError[] } {
  if (text.trim() === '') return { wei: 0n, errors: [] }
  const parsed = parseAmount(text, 18)
  const common = { path: 'value', isMissing: false }
  if ('problem' in parsed)
    return {
      wei: 0n,
      errors: [{ ...common, message: translate('Enter an amount with at most 18 decimals.') }],
    }
  if (parsed.units > 0n && fn && !fn.isPayable)
    return {
      wei: 0n,
      errors: [
        {
          ...common,
          message: translate('{name} isn’t payable, so it takes no value.', { name: fn.name }),
        },
      ],
    }
  return { wei: parsed.units, errors: [] }
}

function buildApprovalError(signature: string): DraftError {
  return {
    path: 'approve',
    message: translate(
      '{name} grants spending rights that outlast the call, so calls can’t include it. Add an allowance instead: it’s exact and revoked in the same operation.',
      { name: signature.split('(')[0] ?? signature },
    ),
    isMissing: false,
  }
}

function findApproval(data: Hex, token: EvmAddress | undefined): DraftApproval | undefined {
  const [form] = readAbiLines(`function ${approve}`).functions
  const [spender, amount] = (form && decodeCallFields(form, data)) ?? []
  const address = EvmAddress.safeParse(spender)
  if (!token || !address.success || typeof amount !== 'string') return undefined
  return { token, spender: address.data, amount: BigInt(amount) }
}
