import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import type { Hash } from '#protocol/ids/hex.ts'
import { createApi } from './client.ts'
import { executionOptions, getPollIntervalMs } from './execution.ts'
import { getMsUntilRefresh } from './quote.ts'

const quoteId: Hash = `0x${'ab'.repeat(32)}`
const record = {
  quoteId,
  status: 'PENDING',
  user: '0x8ba1f109551bd432803012645ac136ddd64dba72',
  recipientAccountId: 'eip155:1/0x8ba1f109551bd432803012645ac136ddd64dba72',
  originChainOperations: [],
  destinationChainOperations: [],
}

test('one looks every second at first and every 15 seconds in the end, and never stops', () => {
  expect([0, 19_000, 20_000, 90_000, 600_000].map(getPollIntervalMs)).toEqual([
    1000, 1000, 2000, 5000, 15_000,
  ])
  expect(getPollIntervalMs(86_400_000)).toBe(15_000)
})

test('looking goes on after errors and unknown ids and ends at a terminal state', async () => {
  const answers = [
    () => Promise.reject(new TypeError('down')),
    () => Promise.resolve(new Response('{}')),
    () => Promise.resolve(new Response(JSON.stringify({ ...record, status: 'REFUNDED' }))),
  ]
  let asked = 0
  const api = createApi({
    fetch: () => {
      const answer = answers[asked]
      asked += 1
      return answer ? answer() : Promise.reject(new Error('Asked after the end.'))
    },
  })
  const queries = new QueryClient()
  const options = executionOptions(api, quoteId, { watchedSinceMs: Date.now() })
  const observer = new QueryObserver(queries, options)
  const status = await new Promise((resolve) => {
    observer.subscribe(({ data, error }) => {
      if (data) resolve([data.status, error])
    })
  })
  expect(status).toEqual(['REFUNDED', null])
  expect(asked).toBe(3)
  const interval = options.refetchInterval
  const query = queries.getQueryCache().find({ queryKey: options.queryKey })
  expect(
    typeof interval === 'function' && query && Reflect.apply(interval, undefined, [query]),
  ).toBe(false)
  observer.destroy()
})

test('what an execution moves is read at each step, before its end is told, and then no more', async () => {
  const statuses = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'COMPLETED']
  const api = createApi({
    fetch: () => Promise.resolve(Response.json({ ...record, status: statuses.shift() })),
  })
  const queries = new QueryClient()
  let held = 10
  // A page that is not open any more, or not yet.
  await queries.prefetchQuery({ queryKey: ['balances', 'held'], queryFn: () => held })
  const options = { ...executionOptions(api, quoteId, { watchedSinceMs: 0 }), staleTime: 0 }
  expect((await queries.fetchQuery(options))?.status).toBe('PENDING')
  held = 8
  expect(queries.getQueryData(['balances', 'held'])).toBe(10)
  expect((await queries.fetchQuery(options))?.status).toBe('IN_PROGRESS')
  await vi.waitFor(() => expect(queries.getQueryData(['balances', 'held'])).toBe(8))
  held = 7
  expect((await queries.fetchQuery(options))?.status).toBe('COMPLETED')
  expect(queries.getQueryData(['balances', 'held'])).toBe(7)
  held = 5
  await queries.fetchQuery(options)
  expect(queries.getQueryData(['balances', 'held'])).toBe(7)
})

test('a quote is asked again when a quarter of its life is left, never without pause', () => {
  const received = { quote: { expirationTimestamp: '1030' }, receivedAtMs: 1_000_000 }
  expect(getMsUntilRefresh(received, 1_000_000)).toBe(22_500)
  expect(getMsUntilRefresh(received, 1_020_000)).toBe(2_500)
  expect(getMsUntilRefresh(received, 1_040_000)).toBe(1_000)
})
