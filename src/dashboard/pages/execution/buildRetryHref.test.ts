import { expect, test } from 'vitest'

import { buildTestRecord } from '#testing/dashboard/record.ts'
import { buildRetryHref } from './buildRetryHref.ts'

const friend = 'eip155:71117003:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const { destinationToken } = buildTestRecord()
const record = buildTestRecord({
  type: 'TRANSFER',
  destinationToken: {
    ...destinationToken,
    recipientAccount: friend,
    aggregatedAssetId: 'agg:usdc',
  },
})

test('a transfer is sent again with its asset, what arrived and its recipient', () => {
  const received = { units: 25_500_000n, decimals: 6, symbol: 'USDC' }
  const view = {
    type: 'TRANSFER' as const,
    call: undefined,
    paid: undefined,
    isToOther: true,
    received,
  }
  const [path, search] = buildRetryHref(view, record).split('?')
  expect(path).toBe('/send')
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
    asset: 'agg:usdc',
    amount: '25.5',
    to: friend,
  })
})
