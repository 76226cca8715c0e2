import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import type { HistoryRecord } from '#protocol/status/status.ts'
import { type Api, createApi } from './client.ts'
import { historyOptions, getRecords } from './history.ts'
import type { HistoryOrder } from './historyFilter.ts'

const accounts = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const
const [first, second] = accounts

test('the lists of two accounts are one, newest first, and what both signed stands in it once', async () => {
  const [mine, ours, theirs] = [rows(0, 50), rows(50, 8), rows(58, 45)]
  const service = serve({ [first]: [...mine, ...ours], [second]: [...theirs, ...ours] })
  const expected = [...mine, ...ours, ...theirs].toSorted((a, b) => b.minute - a.minute)
  const shown = await readAll(service)
  expect(shown.records).toEqual(expected.map(({ quoteId }) => quoteId))
  expect(shown.pageLengths).toEqual([20, 83])
})

test('by updatedAt the order is that of the last change', async () => {
  const [old, young] = [row(1, { updatedMinute: 9 }), row(2, { updatedMinute: 3 })]
  const service = serve({ [first]: [young], [second]: [old] })
  expect((await readAll(service, 'createdAt')).records).toEqual([young.quoteId, old.quoteId])
  expect((await readAll(service, 'updatedAt')).records).toEqual([old.quoteId, young.quoteId])
})

test.each([
  ['empty', ''],
  ['repeated', 'again'],
])('a list ends when its cursor is %s', async (_, continuation) => {
  const transactions = [row(1).record]
  const api = createApi({ fetch: async () => Response.json({ transactions, continuation }) })
  const queries = new QueryClient()
  const options = historyOptions(api, { accounts: [first] })
  const pages = await queries.fetchInfiniteQuery({ ...options, pages: 5, retry: false })
  const asked = continuation === '' ? 1 : 2
  expect(pages.pages.flatMap((page) => page.transactions)).toHaveLength(asked)
})

type Row = { quoteId: string; minute: number; record: HistoryRecord }

/** An execution accepted at this minute. */
function row(minute: number, { updatedMinute = minute } = {}): Row {
  const quoteId = `0x${minute.toString(16).padStart(64, '0')}` as const
  const assetType = 'eip155:1/slip44:60'
  const token = { aggregatedAssetId: 'agg:eth', amount: '1' }
  const record: HistoryRecord = {
    quoteId,
    status: 'COMPLETED',
    type: 'SWAP',
    user: first,
    recipientAccountId: `eip155:1/${first}`,
    originChainOperations: [],
    destinationChainOperations: [],
    originToken: { ...token, assetType: [assetType], fiatValue: [] },
    destinationToken: { ...token, assetType },
    timestamp: timeOf(minute),
    updatedAt: timeOf(updatedMinute),
  }
  return { quoteId, minute, record }
}

function timeOf(minute: number): string {
  return new Date(1_790_000_000_000 + minute * 60_000).toISOString()
}

function rows(from: number, count: number): Row[] {
  return Array.from({ length: count }, (_, index) => row(from + index))
}

/** A service with these executions by account; its cursor is the index of the next one. */
function serve(executions: Readonly<Record<string, readonly Row[]>>): Api {
  return createApi({
    async fetch(input) {
      const { searchParams } = new URL(typeof input === 'string' ? input : '', 'https://a.test')
      const isUpdated = searchParams.get('sortBy') === 'updatedAt'
      const sorted = (executions[searchParams.get('user') ?? ''] ?? [])
        .map(({ record }) => record)
        .toSorted((a, b) => Date.parse(timeIn(b, isUpdated)) - Date.parse(timeIn(a, isUpdated)))
      const start = Number(searchParams.get('continuation') ?? 0)
      const end = start + Number(searchParams.get('limit'))
      return Response.json({
        transactions: sorted.slice(start, end),
        ...(end < sorted.length && { continuation: String(end) }),
      })
    },
  })
}

function timeIn({ timestamp, updatedAt }: HistoryRecord, isUpdated: boolean): string {
  return isUpdated ? (updatedAt ?? '') : timestamp
}

async function readAll(api: Api, order: HistoryOrder = 'createdAt') {
  const options = historyOptions(api, { accounts, order })
  const data = await new QueryClient().fetchInfiniteQuery({ ...options, pages: 100, retry: false })
  return {
    records: getRecords(data)?.map(({ quoteId }) => quoteId),
    pageLengths: data.pages.map(({ transactions }) => transactions.length),
  }
}
