import { Call } from '#protocol/quotes/callQuote.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { type BrowserStorage, createQuoteStorage } from './quoteStorage.ts'

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

/** Older ones are only told by the chains. */
const storageOptions = { key: 'estuary.sentCalls', maxQuotes: 40 }

/** Keeps a call under the id of its quote. */
export function saveSentCall(quoteId: Hash, call: SentCall, store?: BrowserStorage): void {
  createQuoteStorage(storageOptions, store).save(quoteId, call)
}

/** The call that was sent under a quote; undefined where this browser did not send it. */
export function readSentCall(quoteId: Hash, store?: BrowserStorage): SentCall | undefined {
  const [, json] =
    createQuoteStorage(storageOptions, store)
      .read()
      .find(([id]) => id === quoteId) ?? []
  return json === undefined ? undefined : parseCall(json)
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
