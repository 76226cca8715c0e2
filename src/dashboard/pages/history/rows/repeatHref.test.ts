import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { Call } from '#protocol/quotes/callQuote.ts'
import { buildTestRecord } from '#testing/dashboard/record.ts'
import { describeSentCall } from './callName.ts'
import { buildRepeatHref } from '../drawer/HistoryDrawer.tsx'

const paid = { units: 3_000_000_000n, decimals: 6, symbol: 'USDC' }
const friend = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' as const
const received = { units: 2_999_990_000n, decimals: 6, symbol: 'USDC' }
const row = { paid, received, isToOther: false }
const [firth] = devnet.chains
const vault = firth && 'vault' in firth ? firth.vault : undefined

function readSearch(href: string | undefined): Record<string, string> {
  return Object.fromEntries(new URL(href ?? '', 'https://a.test').searchParams)
}

test('a swap is repeated with the assets and the amount that were asked for', () => {
  const href = buildRepeatHref(buildTestRecord(), { row, sent: undefined })
  expect(readSearch(href)).toEqual({ from: 'agg:usdc', to: 'agg:eth', amount: '3000' })
})

test('an asset on one chain stays on that chain, and the recipient is kept', () => {
  const { originToken, destinationToken } = buildTestRecord()
  const [first] = originToken.assetType
  const recipientAccount = `eip155:71117003:${friend}` as const
  const record = buildTestRecord({
    originToken: { ...originToken, aggregatedAssetId: 'usdc:single' },
    destinationToken: { ...destinationToken, recipientAccount, aggregatedAssetId: 'eth:single' },
  })
  const href = buildRepeatHref(record, { row: { ...row, isToOther: true }, sent: undefined })
  expect(readSearch(href)).toEqual({
    from: first,
    to: destinationToken.assetType,
    amount: '3000',
    recipient: recipientAccount,
  })
})

test('a transfer is repeated as one, by what arrived', () => {
  const { originToken, destinationToken } = buildTestRecord()
  const recipientAccount = `eip155:71117003:${friend}` as const
  const record = buildTestRecord({
    type: 'TRANSFER',
    originToken,
    destinationToken: { ...destinationToken, recipientAccount, aggregatedAssetId: 'agg:usdc' },
  })
  const href = buildRepeatHref(record, { row: { ...row, isToOther: true }, sent: undefined })
  expect(href).toMatch(/^\/send\?/)
  expect(readSearch(href)).toEqual({ asset: 'agg:usdc', amount: '2999.99', to: recipientAccount })
})

test('a call is repeated where it was made, and nowhere else', () => {
  const record = buildTestRecord({ type: 'CALL' })
  const sent = { prepareId: undefined, calls: [], abis: [], search: 'chain=eip155%3A1' }
  expect(buildRepeatHref(record, { row, sent })).toBe('/call?chain=eip155%3A1')
  expect(buildRepeatHref(record, { row, sent: undefined })).toBeUndefined()
})

test('a call is named by its function and contract', () => {
  const word = '0'.repeat(64)
  const data = `0x6e553f65${word}${word}` as const
  const to = vault ?? friend
  const call = Call.parse({ to, data, value: '0x0' })
  const sent = { prepareId: undefined, calls: [call, call], abis: [], search: '' }
  expect(describeSentCall(sent, devnet)).toMatch(/^Deposit \u00b7 .*vault.* and 1 more$/)
  const unknown = { ...sent, calls: [Call.parse({ ...call, to: friend, data: '0x12345678' })] }
  expect(describeSentCall(unknown, devnet)).toBe('Call 0x12345678 \u00b7 0x3C44\u202693BC')
})
