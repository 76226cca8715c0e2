import { expect, test } from 'vitest'

import { judgeSent, type SentFacts, type SentOutcome, type WalletWord } from './sentTransfers.ts'

const hash = `0x${'ab'.repeat(32)}` as const

test.each<[SentOutcome, string, SentFacts, WalletWord]>([
  ['succeeded', 'mined, the wallet says failed', { seen: [hash], receipts: [] }, 'failed'],
  ['succeeded', 'mined, no receipts from the wallet', { seen: [hash], receipts: [] }, 'succeeded'],
  [
    'succeeded',
    'mined in another transaction',
    { seen: [hash], receipts: ['reverted'] },
    'waiting',
  ],
  ['succeeded', 'a coin alone, by its receipt', { seen: [], receipts: ['succeeded'] }, 'waiting'],
  ['succeeded', 'no events to be had', { seen: undefined, receipts: ['succeeded'] }, 'succeeded'],
  [
    'waiting',
    'a bundle that did not move it',
    { seen: [undefined], receipts: ['succeeded'] },
    'succeeded',
  ],
  [
    'waiting',
    'the wallet says done, the chain shows nothing',
    { seen: [undefined], receipts: [] },
    'succeeded',
  ],
  [
    'waiting',
    'failed by its word, the chain is silent',
    { seen: undefined, receipts: [] },
    'failed',
  ],
  ['waiting', 'half of it so far', { seen: [hash, undefined], receipts: [] }, 'waiting'],
  ['partly', 'half of it, failed by its word', { seen: [hash, undefined], receipts: [] }, 'failed'],
  ['reverted', 'reverted on the chain', { seen: [undefined], receipts: ['reverted'] }, 'succeeded'],
  ['reverted', 'a coin alone', { seen: [], receipts: ['reverted'] }, 'waiting'],
  ['unseen', 'failed by its word, not on the chain', { seen: [undefined], receipts: [] }, 'failed'],
])('%s: %s', (outcome, _, facts, word) => {
  expect(judgeSent(facts, word)).toBe(outcome)
})
