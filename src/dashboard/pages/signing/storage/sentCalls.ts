import { Call } from '#protocol/quotes/callQuote.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { type BrowserStorage, createQuoteStorage } from './quoteStorage.ts'

/** A contract call sent from this browser, with data that the service does not report. */
export type SentCall = {
  /** Id of its deposits, to find them without the service; undefined if nothing is lent. */
  prepareId: Hash | undefined
  calls: readonly Call[]
  /** Functions and errors of the user's ABIs, each in one or more lines. */
  abis: readonly string[]
  /** The form, as in the page's URL. */
  search: string
}

/** Older calls are only read from the chains. */
const storageOptions = { key: 'estuary.sentCalls', maxQuotes: 40 }

/** Saves a call under its quote's id. */
export function saveSentCall(quoteId: Hash, call: SentCall, store?: BrowserStorage): void {
  createQuoteStorage(storageOptions, store).save(quoteId, call)
}

/** Returns the call sent for a quote; undefined if this browser did not send it. */
export function readSentCall(quoteId: Hash, store?: BrowserStorage): SentCall | undefined {
  const [, json] =
    createQuoteStorage(storageOptions, store)
      .read()
      .find(([id]) => id === quoteId) ?? []
  return json === undefined ? undefined : parseCall(json)
}

/** Returns the calls sent from this browser, by quote id. */
export function readSentCalls(store?: BrowserStorage): ReadonlyMap<string, SentCall> {
  return new Map(
    createQuoteStorage(storageOptions, store)
      .read()
      .flatMap(([id, json]) => {
        const call = parseCall(json)
        return call ? [[String(id), call] as const] : []
      }),
  )
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
