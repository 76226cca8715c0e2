import { expect, test } from 'vitest'

import { Receipt } from '#protocol/status/receipt.ts'
import { sampleNetwork, sampleRoots } from '#testing/verifier/sampleCase.ts'
import { sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { samples } from '#testing/verifier/samples.ts'
import { saveSignedQuote, readSavedQuote } from '../signing/storage/signedQuotes.ts'
import { buildReceipt } from './saveReceipt.ts'

const sample = samples['two chains into one']
const quote = sampleQuote(sample)
const signed = { quote, request: sample.request, signatures: [], signedAtMs: 1_800_000_005_000 }
const sources = {
  quoteId: quote.id,
  network: sampleNetwork,
  quoteSigner: sampleRoots.quoteSigner,
  signed,
  status: undefined,
}

test('a receipt holds the quote as it was received, and its file is read as a receipt', () => {
  const file = JSON.stringify(buildReceipt(sources, 1_800_000_060_000))
  const read = Receipt.parse(JSON.parse(file))
  expect(read.signed?.quote).toEqual(JSON.parse(JSON.stringify(quote)))
  expect([read.network, read.madeAt]).toEqual([sampleNetwork.name, '2027-01-15T08:01:00.000Z'])
})

test('a receipt of somebody else’s execution holds no quote', () => {
  expect(buildReceipt({ ...sources, signed: undefined }, 0).signed).toBeUndefined()
})

test('what was signed is kept for its receipt, and only of quotes that were signed here', () => {
  saveSignedQuote(quote.id, signed)
  expect(readSavedQuote(quote.id)).toEqual(JSON.parse(JSON.stringify(signed)))
  expect(readSavedQuote(`0x${'00'.repeat(32)}`)).toBeUndefined()
})
