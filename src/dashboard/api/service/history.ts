import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'

import * as endpoints from '#protocol/http/endpoints/status.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import { type HistoryRecord, isTerminal } from '#protocol/status/status.ts'
import { useApi } from './apiContext.ts'
import { type Api, call } from './client.ts'
import {
  getHistoryTime,
  type HistoryFilter,
  type HistoryOrder,
  mergeLive,
  toFilterQuery,
} from './historyFilter.ts'

/** One page of the merged history, newest first, and the cursor of the next page. */
export type MergedPage = { transactions: readonly HistoryRecord[]; next: MergeCursor | undefined }

/** The remainder of each account's history; accounts without further rows are left out. */
export type MergeCursor = readonly AccountRemainder[]

/** Rows of an account that were read but are on no page yet, and where to continue. */
type AccountRemainder = {
  account: AccountAddress
  rows: readonly HistoryRecord[]
  /** Cursor of the next request; null before the first one, undefined after the last. */
  cursor: string | null | undefined
}

/** Rows of the first page, which has to be there soon, and of each later one. */
const pageSizes = { first: 20, later: 100 } as const
/** Rows that are read again and again, those that changed last. */
const liveRows = 50

/** Pages that are read again when the list is opened once more. */
const maxReadAgain = 3

/** One value, so that it is the same in every rendering. */
const noFilter: HistoryFilter = {}

/** Which executions are read, in which order; equal questions are one query. */
export type HistoryQuestion = {
  accounts: readonly AccountAddress[]
  order?: HistoryOrder
  filter?: HistoryFilter
}

/**
 * Query of the histories of several accounts, merged page by page; an execution that several
 * accounts signed is in each of their histories. A cursor that is absent, empty or repeated ends an
 * account's history. Pages are read once: {@link liveOptions} has what happens meanwhile.
 */
export function historyOptions(api: Api, question: HistoryQuestion) {
  const { accounts, order = 'createdAt', filter = {} } = question
  return infiniteQueryOptions({
    queryKey: ['history', 'list', { accounts: accounts.map(toAddressKey), order, filter }],
    queryFn:
      accounts.length > 0
        ? ({ pageParam, signal }: { pageParam: MergeCursor; signal: AbortSignal }) =>
            readPage(pageParam, { api, order, filter, signal })
        : skipToken,
    initialPageParam: getStart(accounts),
    getNextPageParam: ({ next }: MergedPage) => next,
    staleTime: 30_000,
    // A long list would be read again page by page; what changed since comes with the live ones.
    refetchOnMount: ({ state }) => (state.data?.pages.length ?? 0) <= maxReadAgain,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    // Rows of a page that was left are not kept for long.
    gcTime: 60_000,
    // Each further page would be compared with all before it.
    structuralSharing: false,
    retry: 1,
  })
}

/**
 * Query of the executions of these accounts that changed last, whatever the filter. Refetched every
 * 3 seconds while one of them is not final.
 */
export function liveOptions(api: Api, accounts: readonly AccountAddress[]) {
  return queryOptions({
    queryKey: ['history', 'live', { accounts: accounts.map(toAddressKey) }],
    queryFn:
      accounts.length > 0
        ? async ({ signal }) => {
            const query = { limit: String(liveRows), sortBy: 'updatedAt' }
            const read = await Promise.all(
              accounts.map((user) =>
                call(api, endpoints.history, { query: { ...query, user }, signal }),
              ),
            )
            return read.flatMap(({ transactions }) => transactions)
          }
        : skipToken,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => !isTerminal(status)) ? 3_000 : 30_000,
    retry: 1,
  })
}

/** The merged history, page by page, with what happened since; `records` has no duplicates. */
export function useHistory(question: HistoryQuestion) {
  const api = useApi()
  const list = useInfiniteQuery(historyOptions(api, question))
  const live = useQuery(liveOptions(api, question.accounts))
  const { order = 'createdAt', filter = noFilter } = question
  const { data, hasNextPage } = list
  const loaded = useMemo(() => getRecords(data), [data])
  const records = useMemo(
    () =>
      loaded &&
      mergeLive(loaded, {
        live: live.data ?? [],
        order,
        filter,
        hasMore: hasNextPage,
      }),
    [loaded, live.data, order, filter, hasNextPage],
  )
  return { ...list, records, live }
}

/** The executions of all pages without duplicates; undefined before the first page is read. */
export function getRecords(
  data: InfiniteData<MergedPage> | undefined,
): readonly HistoryRecord[] | undefined {
  const records = data?.pages.flatMap(({ transactions }) => transactions)
  return records && [...new Map(records.map((one) => [one.quoteId, one])).values()]
}

/**
 * Reads all executions of a question to the end.
 *
 * @param reading.onProgress - Gets the number read so far after each page.
 */
export async function readWholeHistory(
  api: Api,
  question: HistoryQuestion,
  reading: { signal: AbortSignal; onProgress: (count: number) => void },
): Promise<readonly HistoryRecord[]> {
  const { accounts, order = 'createdAt', filter = {} } = question
  const read = new Map<string, HistoryRecord>()
  let next: MergeCursor | undefined = getStart(accounts)
  while (next && next.length > 0) {
    // Each page begins where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const page: MergedPage = await readPage(next, { api, order, filter, signal: reading.signal })
    for (const record of page.transactions) read.set(record.quoteId, record)
    reading.onProgress(read.size)
    next = page.next
  }
  return [...read.values()]
}

function getStart(accounts: readonly AccountAddress[]): MergeCursor {
  return accounts.map((account) => ({ account, rows: [], cursor: null }))
}

type Reading = { api: Api; order: HistoryOrder; filter: HistoryFilter; signal: AbortSignal }

async function readPage(from: MergeCursor, reading: Reading): Promise<MergedPage> {
  const size = from.some(({ cursor }) => cursor === null) ? pageSizes.first : pageSizes.later
  const transactions: HistoryRecord[] = []
  let merge = await refill(from, { ...reading, size })
  while (merge.length > 0 && transactions.length < size) {
    const [record] = getFirstRows(merge, reading.order)
    if (record) transactions.push(record)
    const left = merge.map(({ rows, ...list }) => ({
      ...list,
      rows: rows[0]?.quoteId === record?.quoteId ? rows.slice(1) : rows,
    }))
    // Which list is exhausted first depends on the merge.
    // oxlint-disable-next-line no-await-in-loop
    merge = await refill(left, { ...reading, size })
  }
  return { transactions, next: merge.length > 0 ? merge : undefined }
}

/** Fetches more rows for lists that have run out, and drops those that have ended. */
async function refill(
  lists: MergeCursor,
  reading: Reading & { size: number },
): Promise<MergeCursor> {
  const filled = await Promise.all(lists.map((list) => readOn(list, reading)))
  return filled.filter(({ rows }) => rows.length > 0)
}

/** With a filter the service may answer with no rows and a cursor: then it is asked again. */
async function readOn(
  list: AccountRemainder,
  reading: Reading & { size: number },
): Promise<AccountRemainder> {
  const { account, rows, cursor } = list
  if (rows.length > 0 || cursor === undefined) return list
  const { api, order, filter, size, signal } = reading
  const { transactions, continuation } = await call(api, endpoints.history, {
    query: {
      user: account,
      limit: String(size),
      sortBy: order,
      ...toFilterQuery(filter),
      ...(cursor ? { continuation: cursor } : {}),
    },
    signal,
  })
  const isOver = continuation === '' || continuation === cursor
  return readOn({ account, rows: transactions, cursor: isOver ? undefined : continuation }, reading)
}

/** The first row of each list, in the service's order: newest first, then by id. */
function getFirstRows(merge: MergeCursor, order: HistoryOrder): readonly HistoryRecord[] {
  return merge
    .flatMap(({ rows }) => rows.slice(0, 1))
    .toSorted(
      (a, b) =>
        getHistoryTime(b, order) - getHistoryTime(a, order) || (a.quoteId < b.quoteId ? 1 : -1),
    )
}
