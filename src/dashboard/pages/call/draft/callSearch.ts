import { z } from 'zod/mini'

import type { FieldValue } from '#chains/evm/operation/callFields.ts'
import type { FormCodec } from '#dashboard/api/state/formState.ts'
import { parseJson } from '#dashboard/persisted.ts'
import { type Move, moveItem } from '#dashboard/components/forms/moveItem.ts'
import { isKnownInterface } from '../../signing/operations/decoding/knownInterfaces.ts'

/** A call as written in the form. */
export type CallDraft = {
  /** Contract address, as typed. */
  to: string
  /** Name of a known interface, or the ABI itself; unused for raw data. */
  abi: string
  /** Canonical signature of the chosen function. */
  fn: string
  args: readonly FieldValue[]
  /** Raw data as typed; undefined when a function is chosen. */
  data: string | undefined
  /** Native coin to send, in whole coins as typed. */
  value: string
}

/** An amount of an asset of the target chain; for allowances also the spender. */
export type RequirementDraft = { asset: string; amount: string; spender: string }

/** State in the page's URL: the whole form, so that it survives a reload and can be shared. */
export type CallSearch = {
  /** CAIP-2 id of the target chain; empty for the first. */
  chain: string
  calls: readonly CallDraft[]
  /** Index of the unfolded call. */
  open: number
  /** Undefined while both lists are inferred from the calls. */
  tokens: readonly RequirementDraft[] | undefined
  allowances: readonly RequirementDraft[] | undefined
  /** Unix seconds; empty for none. */
  validAfter: string
  validUntil: string
  /** Asset to pay with; empty leaves it to the service. */
  from: string
  /** Percentage as typed; empty for the pair's default. */
  slippage: string
}

/** Maximum number of calls in a batch; more would not fit into a block. */
export const maxCalls = 20

/** An empty call. */
export const blankCall: CallDraft = {
  to: '',
  abi: 'erc4626',
  fn: '',
  args: [],
  data: undefined,
  value: '',
}

const Text = z.catch(z.string(), '')
/** Deeper than the fields of any real ABI. */
const maxNesting = 12
const Field = Array.from({ length: maxNesting }).reduce<z.ZodMiniType<FieldValue>>(
  (inner) => z.union([z.array(inner), Text]),
  Text,
)
const Draft = z.object({
  to: Text,
  abi: Text,
  fn: Text,
  args: z.catch(z.array(Field), []),
  data: z.catch(z.optional(z.string()), undefined),
  value: Text,
})
/** What the URL lacks, as when it was truncated, is empty. */
const Drafts = z.array(
  z.pipe(
    z.catch(Draft, Draft.parse({})),
    z.transform(({ abi, data, ...draft }): CallDraft => {
      // Raw data has none: the form starts with its own again when a function is chosen instead.
      return { ...draft, data, abi: data === undefined ? abi : blankCall.abi }
    }),
  ),
)
const Requirements = z.array(
  z.pipe(
    z.catch(z.array(Text), []),
    z.transform(([asset = '', amount = '', spender = '']): RequirementDraft => {
      return { asset, amount, spender }
    }),
  ),
)

/** Reads and writes the URL of the contract-call page. */
export const callSearch: FormCodec<CallSearch> = {
  read(parameters) {
    const calls = readDrafts(parameters.get('calls')).slice(0, maxCalls)
    const open = Number(parameters.get('open') ?? '0')
    const all = calls.length === 0 ? [blankCall] : calls
    return {
      chain: parameters.get('chain') ?? '',
      calls: all,
      open: Number.isInteger(open) && open >= 0 && open < all.length ? open : 0,
      tokens: readRequirements(parameters.get('tokens')),
      allowances: readRequirements(parameters.get('allowances')),
      validAfter: parseDigits(parameters.get('after')),
      validUntil: parseDigits(parameters.get('until')),
      from: parameters.get('from') ?? '',
      slippage: parameters.get('slippage') ?? '',
    }
  },
  write(search) {
    const { calls, open, tokens, allowances } = search
    const [only] = calls
    const isBlank = calls.length === 1 && only !== undefined && isBlankCall(only)
    return {
      chain: search.chain,
      calls: isBlank ? undefined : JSON.stringify(calls.map(serializeDraft)),
      open: open === 0 ? undefined : String(open),
      tokens: tokens && JSON.stringify(tokens.map(({ asset, amount }) => [asset, amount])),
      allowances:
        allowances &&
        JSON.stringify(allowances.map(({ asset, amount, spender }) => [asset, amount, spender])),
      after: search.validAfter,
      until: search.validUntil,
      from: search.from,
      slippage: search.slippage,
    }
  },
  texts({ calls, tokens = [], allowances = [] }) {
    const needs = [...tokens, ...allowances].flatMap(({ amount, spender }) => [amount, spender])
    return [...calls.flatMap(getTexts), ...needs].filter((text) => text !== '')
  },
}

/** Returns every text of a call that decides what it does, including empty ones. */
export function getTexts({ to, abi, fn, args, data, value }: CallDraft): readonly string[] {
  if (data !== undefined) return [to, data, value]
  return [to, ...(isKnownInterface(abi) ? [] : [abi]), fn, ...args.flatMap(getLeaves), value]
}

function getLeaves(value: FieldValue): readonly string[] {
  return typeof value === 'string' ? [value] : value.flatMap(getLeaves)
}

/** Moves a call to another place; the open one stays open. */
export function moveCall(search: CallSearch, move: Move): CallSearch {
  const { calls, open } = search
  const places = moveItem([...calls.keys()], move)
  return { ...search, calls: moveItem(calls, move), open: places.indexOf(open) }
}

/** Returns whether a call is empty. */
export function isBlankCall(draft: CallDraft): boolean {
  return JSON.stringify(serializeDraft(draft)) === JSON.stringify(serializeDraft(blankCall))
}

function serializeDraft({ to, abi, fn, args, data, value }: CallDraft) {
  return {
    to,
    ...(data === undefined ? { abi, fn, args } : { data }),
    ...(value === '' ? {} : { value }),
  }
}

function readDrafts(text: string | null): readonly CallDraft[] {
  return Drafts.safeParse(parseJson(text ?? '[]')).data ?? []
}

function readRequirements(text: string | null): readonly RequirementDraft[] | undefined {
  if (text === null) return undefined
  return Requirements.safeParse(parseJson(text)).data ?? []
}

function parseDigits(text: string | null): string {
  return text !== null && /^\d{1,15}$/.test(text) ? text : ''
}
