import { Call } from '#protocol/callQuote.ts'
import { Hash } from '#protocol/hex.ts'

/** What this browser knows of a contract call that it sent, and the service does not tell. */
export type SentCall = {
  /** What its deposits are found by without the service; undefined where nothing is lent. */
  prepareId: Hash | undefined
  /** As signed. */
  calls: readonly Call[]
  /** Functions and errors of the ABIs that the user gave, one ABI a line or more. */
  abis: readonly string[]
  /** The form, as in the address of its page. */
  search: string
}

/** The part of the browser's storage that is used. */
export type CallStore = Pick<Storage, 'getItem' | 'setItem'>

const key = 'estuary.sentCalls'
/** Older ones are only told by the chains. */
const mostCalls = 40

/** Keeps a call under the id of its quote; the oldest make room. */
export function keepSentCall(quoteId: Hash, call: SentCall, store = browserStore()): void {
  const others = linesIn(store).filter(([id]) => id !== quoteId)
  const lines = [[quoteId, call] as const, ...others].slice(0, mostCalls)
  try {
    store?.setItem(key, JSON.stringify(lines))
  } catch {
    // The store is full or forbidden: the chains tell it once it has landed.
  }
}

/** The call that was sent under a quote; undefined where this browser did not send it. */
export function sentCall(quoteId: Hash, store = browserStore()): SentCall | undefined {
  const [, json] = linesIn(store).find(([id]) => id === quoteId) ?? []
  return json === undefined ? undefined : parseCall(json)
}

function linesIn(store: CallStore | undefined): [unknown, unknown][] {
  try {
    const json: unknown = JSON.parse(store?.getItem(key) ?? '[]')
    return Array.isArray(json)
      ? json.filter((line): line is [unknown, unknown] => Array.isArray(line) && line.length === 2)
      : []
  } catch {
    // Somebody else's text.
    return []
  }
}

function parseCall(json: unknown): SentCall | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  const { prepareId, calls, abis, search }: Record<string, unknown> = { ...json }
  const read = Array.isArray(calls) ? calls.map((one) => Call.safeParse(one)) : []
  const good = read.flatMap(({ data }) => data ?? [])
  if (good.length !== read.length || good.length === 0) return undefined
  const id = Hash.safeParse(prepareId)
  return {
    prepareId: id.success ? id.data : undefined,
    calls: good,
    abis: Array.isArray(abis) ? abis.filter((abi) => typeof abi === 'string') : [],
    search: typeof search === 'string' ? search : '',
  }
}

function browserStore(): CallStore | undefined {
  return typeof localStorage === 'undefined' ? undefined : localStorage
}
