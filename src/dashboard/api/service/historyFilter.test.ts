import { expect, test } from 'vitest'

import { buildTestRecord } from '#testing/dashboard/record.ts'
import { fitsFilter, mergeLive, toFilterQuery } from './historyFilter.ts'

const created = 'createdAt'
const record = buildTestRecord({
  originChainOperations: [{ hash: `0x${'ab'.repeat(32)}`, chain: 'eip155:71117001' }],
})
const at = Date.parse(record.timestamp)

test.each([
  ['its kind', { type: ['SWAP', 'CALL'] }, true],
  ['another kind', { type: ['CALL'] }, false],
  ['another status', { status: ['FAILED'] }, false],
  [
    'an asset in other letters',
    {
      asset: [
        record.destinationToken.assetType
          .toUpperCase()
          .replace('EIP155', 'eip155')
          .replace('SLIP', 'slip'),
      ],
    },
    true,
  ],
  ['a chain paid on', { chain: ['eip155:71117001'] }, true],
  ['the chain delivered to', { chain: ['eip155:71117003'] }, true],
  ['another chain', { chain: ['eip155:1'] }, false],
  ['its recipient', { search: [record.user.toLowerCase()] }, true],
  ['a transaction', { search: [`0x${'AB'.repeat(32)}`] }, true],
  ['another id', { search: [`0x${'cd'.repeat(32)}`] }, false],
  ['its own moment as the first', { sinceMs: at }, true],
  ['its own moment as the end', { untilMs: at }, false],
] as const)('an execution is compared with %s', (_, filter, fits) => {
  expect(fitsFilter(record, { filter: { ...filter }, order: created })).toBe(fits)
})

test('a filter is written as the service reads it', () => {
  const filter = { status: ['FAILED', 'REFUNDED'], asset: [], sinceMs: 1_790_000_000_000 } as const
  expect(toFilterQuery(filter)).toEqual({
    status: 'FAILED,REFUNDED',
    since: '2026-09-21T14:13:20.000Z',
  })
})

test('what changed is replaced where it stands, what no longer fits leaves, what is new comes on top', () => {
  const [old, going] = [toRecord(1, 'PENDING'), toRecord(2, 'PENDING')]
  const live = [toRecord(3, 'PENDING'), { ...toRecord(2, 'COMPLETED'), updatedAt: toTime(9) }]
  const merging = { live, order: created, hasMore: false } as const
  expect(mergeLive([going, old], { ...merging, filter: {} })).toEqual([live[0], live[1], old])
  expect(mergeLive([going, old], { ...merging, filter: { status: ['PENDING'] } })).toEqual([
    live[0],
    old,
  ])
})

test('what a later page has is not put at the end of the loaded ones', () => {
  const loaded = [toRecord(5, 'COMPLETED')]
  const live = [{ ...toRecord(1, 'COMPLETED'), updatedAt: toTime(9) }]
  const merging = { live, order: created, filter: {} } as const
  expect(mergeLive(loaded, { ...merging, hasMore: true })).toEqual(loaded)
  expect(mergeLive(loaded, { ...merging, hasMore: false })).toHaveLength(2)
})

function toRecord(minute: number, status: 'PENDING' | 'COMPLETED') {
  const quoteId = `0x${minute.toString(16).padStart(64, '0')}` as const
  return buildTestRecord({ quoteId, status, timestamp: toTime(minute), updatedAt: toTime(minute) })
}

function toTime(minute: number): string {
  return new Date(1_790_000_000_000 + minute * 60_000).toISOString()
}
