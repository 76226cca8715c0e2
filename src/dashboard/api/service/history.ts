import {
  type InfiniteData,
  infiniteQueryOptions,
  skipToken,
  useInfiniteQuery,
} from '@tanstack/react-query'

import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import { type HistoryRecord, isTerminal } from '#protocol/status/status.ts'
import { useApi } from './apiContext.ts'
import { type Api, call } from './client.ts'

/** The sort order of the history. */
export type HistoryOrder = 'createdAt' | 'updatedAt'

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

/** Rows per page, and per answer of the service. */
const pageSize = 20

/**
 * Query of the histories of several accounts, merged page by page; an execution that several
 * accounts signed is in each of their histories. Refetched every 3 seconds while a row is not
 * final. A cursor that is absent, empty or repeated ends an account's history.
 */
export function historyOptions(
  api: Api,
  accounts: readonly AccountAddress[],
  order: HistoryOrder = 'createdAt',
) {
  const start: MergeCursor = accounts.map((account) => ({ account, rows: [], cursor: null }))
  return infiniteQueryOptions({
    queryKey: ['history', 'list', { accounts: accounts.map(toAddressKey), order }],
    queryFn:
      accounts.length > 0
        ? ({ pageParam, signal }: { pageParam: MergeCursor; signal: AbortSignal }) =>
            readPage(pageParam, { api, order, signal })
        : skipToken,
    initialPageParam: start,
    getNextPageParam: ({ next }: MergedPage) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ transactions }) =>
        transactions.some(({ status }) => !isTerminal(status)),
      )
        ? 3_000
        : 30_000,
    retry: 1,
  })
}

/** The merged history of these accounts, page by page; see {@link getRecords}. */
export function useHistory(accounts: readonly AccountAddress[], order: HistoryOrder) {
  return useInfiniteQuery(historyOptions(useApi(), accounts, order))
}

/** The executions of all pages without duplicates; undefined before the first page is read. */
export function getRecords(
  data: InfiniteData<MergedPage> | undefined,
): readonly HistoryRecord[] | undefined {
  const records = data?.pages.flatMap(({ transactions }) => transactions)
  return records && [...new Map(records.map((one) => [one.quoteId, one])).values()]
}

type HistoryQuery = { api: Api; order: HistoryOrder; signal: AbortSignal }

async function readPage(from: MergeCursor, reading: HistoryQuery): Promise<MergedPage> {
  const transactions: HistoryRecord[] = []
  let merge = await refill(from, reading)
  while (merge.length > 0 && transactions.length < pageSize) {
    const [record] = getFirstRows(merge, reading.order)
    if (record) transactions.push(record)
    const left = merge.map(({ rows, ...list }) => ({
      ...list,
      rows: rows[0]?.quoteId === record?.quoteId ? rows.slice(1) : rows,
    }))
    // Which list is exhausted first depends on the merge.
    // oxlint-disable-next-line no-await-in-loop
    merge = await refill(left, reading)
  }
  return { transactions, next: merge.length > 0 ? merge : undefined }
}

/** Fetches more rows for lists that have run out, and drops those that have ended. */
async function refill(lists: MergeCursor, reading: HistoryQuery): Promise<MergeCursor> {
  const filled = await Promise.all(lists.map((list) => readOn(list, reading)))
  return filled.filter(({ rows }) => rows.length > 0)
}

async function readOn(
  list: AccountRemainder,
  { api, order, signal }: HistoryQuery,
): Promise<AccountRemainder> {
  const { account, rows, cursor } = list
  if (rows.length > 0 || cursor === undefined) return list
  const { transactions, continuation } = await call(api, 'history', {
    query: {
      user: account,
      limit: String(pageSize),
      sortBy: order,
      ...(cursor ? { continuation: cursor } : {}),
    },
    signal,
  })
  const isOver = continuation === '' || continuation === cursor
  return { account, rows: transactions, cursor: isOver ? undefined : continuation }
}

/** The first row of each list, in the service's order: newest first, then by id. */
function getFirstRows(merge: MergeCursor, order: HistoryOrder): readonly HistoryRecord[] {
  return merge
    .flatMap(({ rows }) => rows.slice(0, 1))
    .toSorted((a, b) => getTime(b, order) - getTime(a, order) || (a.quoteId < b.quoteId ? 1 : -1))
}

function getTime({ timestamp, updatedAt }: HistoryRecord, order: HistoryOrder): number {
  return Date.parse(order === 'updatedAt' ? (updatedAt ?? timestamp) : timestamp)
}
