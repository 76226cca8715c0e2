import { beforeEach, expect, test } from 'vitest'

import type { QuoteRequest } from '#protocol/quotes/quote.ts'
import { saveSignedRecipient, readSignedRecipients } from './signedRecipients.ts'

const payer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const friend = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const second = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

beforeEach(() => localStorage.clear())

function buildRequest(recipient?: string): QuoteRequest {
  const account = { type: 'basic', signerAddress: other, accountAddress: payer }
  return {
    from: { accounts: [account], asset: { assetId: 'agg:usdc' }, amount: '1' },
    to: {
      asset: { assetId: 'agg:usdc' },
      ...(recipient !== undefined && { account: `eip155:1:${recipient}` }),
    },
  }
}

test('whom an account paid is known to it, latest first and once, and to no other account', () => {
  for (const recipient of [friend, second, friend])
    saveSignedRecipient({ request: buildRequest(recipient), payers: [payer] })
  expect(readSignedRecipients([payer.toLowerCase()])).toEqual([friend, second])
  expect(readSignedRecipients([other])).toEqual([])
  saveSignedRecipient({ request: buildRequest(second), payers: [other] })
  expect(readSignedRecipients([other])).toEqual([second])
  expect(readSignedRecipients([payer])).toEqual([second, friend])
})

test('what stays with an own account names nobody', () => {
  saveSignedRecipient({ request: buildRequest(), payers: [payer] })
  saveSignedRecipient({ request: buildRequest(payer.toLowerCase()), payers: [payer] })
  expect(readSignedRecipients([payer])).toEqual([])
})

test.each(['{', '[1, {"recipient":"0x1","payers":[]}]', '{"recipient":1}'])(
  'text that is none of ours, %s, names nobody',
  (text) => {
    localStorage.setItem('estuary.recipients', text)
    expect(readSignedRecipients([payer])).toEqual([])
  },
)
