import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { toAssetRecords } from '#networks/toAssetRecords.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { buildTestRecord } from '#testing/dashboard/record.ts'
import { computeWorth, type WorthNow } from './computeWorth.ts'

const assets = toAssetRecords(devnet)
const sample = buildTestRecord()
const { user, destinationToken } = sample
const usdc =
  sample.originToken.fiatValue.map(({ assetType }) => assetType).at(0) ?? destinationToken.assetType
const ether = destinationToken.assetType
const nowMs = Date.parse('2026-11-25T12:00:00.000Z')

/** A swap of USDC for one ether at a time, with a price of its own. */
function buildSwap(at: string, paid: bigint, change: Partial<HistoryRecord> = {}): HistoryRecord {
  const units = String(paid * 1_000_000n)
  return buildTestRecord({
    quoteId: `0x${at.replaceAll(/\D/g, '').padEnd(64, '0')}`,
    timestamp: at,
    recipientAccountId: `eip155:71117003/${user}`,
    originToken: {
      aggregatedAssetId: 'agg:usdc',
      amount: units,
      assetType: [usdc],
      fiatValue: [{ assetType: usdc, amount: units, fiatValue: String(paid) }],
    },
    destinationToken: { ...destinationToken, amount: '1000000000000000000' },
    ...change,
  })
}

/** One thousand USDC and two ether at 3,000 are held now. */
const now: WorthNow = {
  assets,
  held: [
    { assetType: usdc, units: 1_000_000_000n },
    { assetType: ether, units: 2_000_000_000_000_000_000n },
  ],
  prices: new Map([
    [usdc, 1],
    [ether, 3000],
  ]),
  own: [user],
  nowMs,
}

function compute(records: readonly HistoryRecord[], change: Partial<WorthNow> = {}) {
  const worth = computeWorth(records, { ...now, ...change })
  return worth && { ...worth, points: worth.points.map(({ valueUsd }) => Math.round(valueUsd)) }
}

test('it goes back from what is held now, at the prices of the records', () => {
  const records = [
    buildSwap('2026-11-25T10:00:00.000Z', 2500n),
    buildSwap('2026-11-25T11:00:00.000Z', 2800n),
  ]
  expect(compute(records)).toEqual({
    // 6,300 USDC; 3,800 and an ether at 2,500; 1,000 and two at 2,800; the same at 3,000.
    points: [6300, 6300, 6600, 7000],
    count: 2,
    isPartial: false,
  })
})

test('what went to another, was refunded or was called brings nothing back', () => {
  const other = { recipientAccountId: `eip155:71117003/0x${'11'.repeat(20)}` }
  const records = [
    buildSwap('2026-11-25T09:00:00.000Z', 500n, { status: 'REFUNDED' }),
    buildSwap('2026-11-25T10:00:00.000Z', 2500n, other),
    buildSwap('2026-11-25T11:00:00.000Z', 100n, { type: 'CALL' }),
  ]
  const worth = compute(records, { prices: new Map([[usdc, 1]]), held: now.held.slice(0, 1) })
  expect(worth).toEqual({ points: [3600, 1100, 1000, 1000], count: 2, isPartial: false })
})

test('it says that money went in another way where less is left than was received', () => {
  const records = [
    buildSwap('2026-11-25T10:00:00.000Z', 2500n),
    buildSwap('2026-11-25T11:00:00.000Z', 2800n),
  ]
  expect(compute(records, { held: now.held.slice(0, 1) })?.isPartial).toBe(true)
})

test('over more than three days one value a day is kept, the last', () => {
  const records = [
    buildSwap('2026-11-01T10:00:00.000Z', 2500n),
    buildSwap('2026-11-01T11:00:00.000Z', 2600n),
    buildSwap('2026-11-10T11:00:00.000Z', 2800n),
  ]
  expect(compute(records)?.points).toHaveLength(3)
})

test('one execution is no line', () => {
  expect(compute([buildSwap('2026-11-25T10:00:00.000Z', 2500n)])).toBeUndefined()
})
