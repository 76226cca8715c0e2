import { toHistoryKey } from '#protocol/status/historyFilters.ts'
import type { ExecutionStatus, ExecutionType, HistoryRecord } from '#protocol/status/status.ts'

/** The sort order of the history. */
export type HistoryOrder = 'createdAt' | 'updatedAt'

/** What the history is narrowed to; a list that is absent does not narrow it. */
export type HistoryFilter = {
  status?: readonly ExecutionStatus[]
  type?: readonly ExecutionType[]
  /** Aggregated ids and asset types, paid or received. */
  asset?: readonly string[]
  /** CAIP-2 ids, paid on or delivered to. */
  chain?: readonly string[]
  /** Unix milliseconds, the first and not included, by the time of the order. */
  sinceMs?: number
  untilMs?: number
  /** Quote ids, hashes and addresses. */
  search?: readonly string[]
}

/** Returns a filter as parameters of the service's query. */
export function toFilterQuery(filter: HistoryFilter): Record<string, string> {
  const { sinceMs, untilMs, ...lists } = filter
  const entries = Object.entries(lists).flatMap(([name, values]) =>
    values === undefined || values.length === 0 ? [] : [[name, values.join(',')] as const],
  )
  return {
    ...Object.fromEntries(entries),
    ...(sinceMs !== undefined && { since: new Date(sinceMs).toISOString() }),
    ...(untilMs !== undefined && { until: new Date(untilMs).toISOString() }),
  }
}

/** Times already parsed: a list of 100,000 rows is sorted and laid out again and again. */
const times = { createdAt: new WeakMap<object, number>(), updatedAt: new WeakMap<object, number>() }

/** Returns the time that an order sorts by, Unix milliseconds. */
export function getHistoryTime(record: HistoryRecord, order: HistoryOrder): number {
  const known = times[order].get(record)
  if (known !== undefined) return known
  const { timestamp, updatedAt } = record
  const atMs = Date.parse(order === 'updatedAt' ? (updatedAt ?? timestamp) : timestamp)
  times[order].set(record, atMs)
  return atMs
}

/** Whether an execution fits a filter, as the service decides it. Source: wire, "Status and history". */
export function fitsFilter(
  record: HistoryRecord,
  { filter, order }: { filter: HistoryFilter; order: HistoryOrder },
): boolean {
  const { status, type, asset, chain, search, sinceMs, untilMs } = filter
  const at = getHistoryTime(record, order)
  const assets = getAssets(record)
  const chains = assets.map((one) => one.slice(0, Math.max(0, one.indexOf('/'))))
  return (
    isOneOf([record.status], status) &&
    isOneOf([record.type], type) &&
    isOneOf(assets, asset) &&
    isOneOf(chains, chain) &&
    isOneOf(getTerms(record), search) &&
    at >= (sinceMs ?? -Infinity) &&
    at < (untilMs ?? Infinity)
  )
}

/**
 * Puts what happened last into the loaded executions: changed ones are replaced, or left out where
 * they no longer fit, and new ones are added unless a page that is not loaded yet has them.
 */
export function mergeLive(
  loaded: readonly HistoryRecord[],
  news: {
    live: readonly HistoryRecord[]
    order: HistoryOrder
    filter: HistoryFilter
    hasMore: boolean
  },
): readonly HistoryRecord[] {
  const { live, order, hasMore } = news
  const liveIds = new Set(live.map(({ quoteId }) => quoteId))
  const known = new Map(
    loaded.flatMap((record) =>
      liveIds.has(record.quoteId) ? [[record.quoteId, record] as const] : [],
    ),
  )
  const fresh = new Map<string, HistoryRecord>()
  for (const record of live)
    if (isNews(record, known.get(record.quoteId))) fresh.set(record.quoteId, record)
  if (fresh.size === 0) return loaded
  const last = loaded.at(-1)
  const end = hasMore && last ? getHistoryTime(last, order) : -Infinity
  // All but its status and times stays as the service found it.
  const { status, sinceMs, untilMs } = news.filter
  const changing = { ...(status && { status }), ...(sinceMs !== undefined && { sinceMs }) }
  const filter = { ...changing, ...(untilMs !== undefined && { untilMs }) }
  const added = [...fresh.values()].filter((record) =>
    known.has(record.quoteId)
      ? fitsFilter(record, { filter, order })
      : fitsFilter(record, news) && getHistoryTime(record, order) >= end,
  )
  const kept = loaded.filter(({ quoteId }) => !fresh.has(quoteId))
  return [...kept, ...added].toSorted(
    (a, b) =>
      getHistoryTime(b, order) - getHistoryTime(a, order) || (a.quoteId < b.quoteId ? 1 : -1),
  )
}

function isNews(record: HistoryRecord, known: HistoryRecord | undefined): boolean {
  if (!known) return true
  const [now, before] = [record, known].map((one) => getHistoryTime(one, 'updatedAt'))
  return (now ?? 0) > (before ?? 0) || countOperations(record) > countOperations(known)
}

/** Transactions are added without a change of `updatedAt`. */
function countOperations(record: HistoryRecord): number {
  return getOperations(record).length
}

function getOperations(record: HistoryRecord) {
  const { originChainOperations, destinationChainOperations, refundOperations = [] } = record
  return [...originChainOperations, ...destinationChainOperations, ...refundOperations]
}

function isOneOf(values: readonly string[], wanted: readonly string[] | undefined): boolean {
  if (!wanted || wanted.length === 0) return true
  const keys = wanted.map(toHistoryKey)
  return values.some((value) => keys.includes(toHistoryKey(value)))
}

function getAssets({ originToken, destinationToken }: HistoryRecord): readonly string[] {
  return [
    originToken.aggregatedAssetId,
    ...originToken.assetType,
    destinationToken.aggregatedAssetId,
    destinationToken.assetType,
  ]
}

/** A row does not name all accounts that signed; the service, which knows them, finds those too. */
function getTerms(record: HistoryRecord): readonly string[] {
  const recipient = record.recipientAccountId
  return [
    record.quoteId,
    record.user,
    recipient.slice(recipient.lastIndexOf('/') + 1),
    ...getOperations(record).map(({ hash }) => hash),
  ]
}
