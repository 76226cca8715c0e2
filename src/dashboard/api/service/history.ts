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

/** What decides a history's order. */
export type HistoryOrder = 'createdAt' | 'updatedAt'

/** Executions of several accounts, newest first, and what the page after these begins with. */
export type MergedPage = { transactions: readonly HistoryRecord[]; next: MergeCursor | undefined }

/** What is left of each account's executions; accounts without any more are left out. */
export type MergeCursor = readonly AccountRemainder[]

/** What was read of an account's executions and is on no page yet, and where to read on. */
type AccountRemainder = {
  account: AccountAddress
  rows: readonly HistoryRecord[]
  /** Of the next request; null before the first one, undefined after the last. */
  cursor: string | null | undefined
}

/** Executions on a page, and in an answer of the service. */
const pageSize = 20

/**
 * Key and fetch of the executions of several accounts as one list, page by page: each account has a
 * list of its own, and what several of them signed stands in several. Rows that still move are read
 * again every 3 seconds; a cursor that is absent, empty or repeated ends an account's list.
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

/** The executions of these accounts, newest first, page by page; see {@link getRecords}. */
export function useHistory(accounts: readonly AccountAddress[], order: HistoryOrder) {
  return useInfiniteQuery(historyOptions(useApi(), accounts, order))
}

/** The executions of all pages, each once; undefined before the first page is read. */
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
    // Only the merge tells whose list ends first.
    // oxlint-disable-next-line no-await-in-loop
    merge = await refill(left, reading)
  }
  return { transactions, next: merge.length > 0 ? merge : undefined }
}

/** Reads on in lists that are empty, so that each that goes on has a first row. */
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

/** The first rows of all lists in the order of the service: newest first, then by id. */
function getFirstRows(merge: MergeCursor, order: HistoryOrder): readonly HistoryRecord[] {
  return merge
    .flatMap(({ rows }) => rows.slice(0, 1))
    .toSorted((a, b) => getTime(b, order) - getTime(a, order) || (a.quoteId < b.quoteId ? 1 : -1))
}

function getTime({ timestamp, updatedAt }: HistoryRecord, order: HistoryOrder): number {
  return Date.parse(order === 'updatedAt' ? (updatedAt ?? timestamp) : timestamp)
}
