import { infiniteQueryOptions, skipToken, useInfiniteQuery } from '@tanstack/react-query'

import { addressKey } from '#protocol/account.ts'
import type { AccountAddress } from '#protocol/caip.ts'
import { type HistoryPage, isTerminal } from '#protocol/status.ts'
import { useApi } from './apiContext.ts'
import { type Api, call } from './client.ts'

/** What decides a history's order. */
export type HistoryOrder = 'createdAt' | 'updatedAt'

/**
 * Key and fetch of an account's executions, page by page. Rows that still move are read again
 * every 3 seconds; a cursor that is absent, empty or repeated ends the list.
 */
export function historyOptions(
  api: Api,
  account: AccountAddress | undefined,
  order: HistoryOrder = 'createdAt',
) {
  return infiniteQueryOptions({
    queryKey: ['history', 'list', { account: account && addressKey(account), order }],
    queryFn: account
      ? ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
          call(api, 'history', {
            query: {
              user: account,
              limit: '20',
              sortBy: order,
              ...(pageParam === undefined ? {} : { continuation: pageParam }),
            },
            signal,
          })
      : skipToken,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: HistoryPage, _pages, lastCursor) =>
      last.continuation === '' || last.continuation === lastCursor ? undefined : last.continuation,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ transactions }) =>
        transactions.some(({ status }) => !isTerminal(status)),
      )
        ? 3_000
        : 30_000,
    retry: 1,
  })
}

/** An account's executions, newest first, page by page. */
export function useHistory(account: AccountAddress | undefined, order: HistoryOrder) {
  return useInfiniteQuery(historyOptions(useApi(), account, order))
}
