import { expect, test } from 'vitest'

import type { QuoteRequest } from '#protocol/quotes/quote.ts'
import { saveSignedRecipient, readSignedRecipients } from './signedRecipients.ts'

const payer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const friend = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const second = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

/** The storage of one browser. */
function createStore(text: string | null = null) {
  let stored = text
  return {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value
    },
  }
}

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
  const store = createStore()
  for (const recipient of [friend, second, friend])
    saveSignedRecipient({ request: buildRequest(recipient), payers: [payer] }, store)
  expect(readSignedRecipients([payer.toLowerCase()], store)).toEqual([friend, second])
  expect(readSignedRecipients([other], store)).toEqual([])
  saveSignedRecipient({ request: buildRequest(second), payers: [other] }, store)
  expect(readSignedRecipients([other], store)).toEqual([second])
  expect(readSignedRecipients([payer], store)).toEqual([second, friend])
})

test('what stays with an own account names nobody', () => {
  const store = createStore()
  saveSignedRecipient({ request: buildRequest(), payers: [payer] }, store)
  saveSignedRecipient({ request: buildRequest(payer.toLowerCase()), payers: [payer] }, store)
  expect(readSignedRecipients([payer], store)).toEqual([])
})

test.each(['{', '[1, {"recipient":"0x1","payers":[]}]', '{"recipient":1}'])(
  'text that is none of ours, %s, names nobody',
  (text) => expect(readSignedRecipients([payer], createStore(text))).toEqual([]),
)
