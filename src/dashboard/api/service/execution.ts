import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import * as endpoints from '#protocol/http/endpoints/status.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import {
  type HistoryRecord,
  isTerminal,
  type StatusAnswer,
  type StatusRecord,
} from '#protocol/status/status.ts'
import { useApi } from './apiContext.ts'
import { type Api, call } from './client.ts'

/** Polling interval by the time watched so far, milliseconds. */
const pollSchedule = [
  { untilMs: 20_000, everyMs: 1000 },
  { untilMs: 60_000, everyMs: 2000 },
  { untilMs: 300_000, everyMs: 5000 },
] as const

/** Reading a status is fast, so a service that takes longer counts as down. */
const statusTimeoutMs = 4000

/** Milliseconds until the next poll of an execution that has been watched for `watchedMs`. */
export function getPollIntervalMs(watchedMs: number): number {
  return pollSchedule.find(({ untilMs }) => watchedMs < untilMs)?.everyMs ?? 15_000
}

/**
 * Query of an execution's status; null for an id the service does not know. Polled more and more
 * slowly, also in the background and after errors, until the state is terminal. The balances that it
 * moves are read at each change of its state, and before its end is told.
 *
 * @param options.watchedSinceMs - Local Unix milliseconds when the page began to watch.
 */
export function executionOptions(
  api: Api,
  quoteId: Hash | undefined,
  options: { watchedSinceMs: number },
) {
  const queryKey = ['execution', quoteId] as const
  return queryOptions({
    queryKey,
    queryFn: quoteId
      ? async ({ signal, client }) => {
          const record = await fetchStatus(api, quoteId, signal)
          const before = client.getQueryData<StatusRecord | null>(queryKey)
          if (!record || record.status === before?.status) return record
          const isOver = isTerminal(record.status)
          const reading = before || isOver ? readBalancesAgain(client) : undefined
          if (isOver) await reading
          return record
        }
      : skipToken,
    retry: false,
    staleTime: 0,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) =>
      state.data && isTerminal(state.data.status)
        ? false
        : getPollIntervalMs(Date.now() - options.watchedSinceMs),
  })
}

/** Whoever says that funds have moved is not kept waiting longer by a chain that does not answer. */
const maxReadingMs = 2000

/**
 * Reads all balances again once funds have moved, also those that no page shows now: the next page
 * begins with them.
 */
export async function readBalancesAgain(queries: QueryClient): Promise<void> {
  const reading = queries.invalidateQueries({ queryKey: ['balances'], refetchType: 'all' })
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, maxReadingMs))])
}

/** The status of an execution, polled until it is terminal. */
export function useExecution(quoteId: Hash | undefined, options: { watchedSinceMs: number }) {
  return useQuery(executionOptions(useApi(), quoteId, options))
}

/** Query of an execution's history record, which has its tokens; null when not found. */
export function executionRecordOptions(
  api: Api,
  quoteId: Hash | undefined,
  user: AccountAddress | undefined,
) {
  return queryOptions({
    queryKey: ['history', 'one', { quoteId, user: user && toAddressKey(user) }],
    queryFn:
      quoteId && user ? ({ signal }) => findRecord(api, { quoteId, user, signal }) : skipToken,
    retry: 2,
    staleTime: 30_000,
  })
}

/** The history record of an execution of `user`; idle until both arguments are known. */
export function useExecutionRecord(quoteId: Hash | undefined, user: AccountAddress | undefined) {
  return useQuery(executionRecordOptions(useApi(), quoteId, user))
}

async function fetchStatus(
  api: Api,
  quoteId: Hash,
  signal: AbortSignal,
): Promise<StatusRecord | null> {
  const answer = await call(api, endpoints.status, {
    query: { quoteId },
    signal,
    timeoutMs: statusTimeoutMs,
  })
  return isKnown(answer) ? answer : null
}

function isKnown(answer: StatusAnswer): answer is StatusRecord {
  return 'quoteId' in answer
}

/** History pages searched for one record: the newest 1000 rows. */
const maxSearchedPages = 10

async function findRecord(
  api: Api,
  wanted: { quoteId: Hash; user: AccountAddress; signal: AbortSignal },
): Promise<HistoryRecord | null> {
  const { quoteId, user, signal } = wanted
  let continuation: string | undefined
  for (let page = 0; page < maxSearchedPages; page += 1) {
    // Services without a search ignore it.
    const asked = { user, search: quoteId, limit: '100' }
    const query = { ...asked, ...(continuation ? { continuation } : {}) }
    // Each page has the cursor of the next.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await call(api, endpoints.history, { query, signal })
    const found = answer.transactions.find((record) => record.quoteId === quoteId)
    if (found) return found
    continuation = answer.continuation
    if (continuation === undefined) return null
  }
  return null
}
