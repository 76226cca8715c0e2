import { expect, test } from 'vitest'

import { judgeSent, type SentOutcome } from './sentTransfers.ts'

const hash = `0x${'ab'.repeat(32)}` as const
type Facts = Parameters<typeof judgeSent>[0]

test.each<[SentOutcome, string, Facts]>([
  ['received', 'mined, the wallet says failed', { seen: [hash], fate: undefined, word: 'failed' }],
  [
    'received',
    'mined, no receipts from the wallet',
    { seen: [hash], fate: undefined, word: 'succeeded' },
  ],
  ['received', 'mined in another transaction', { seen: [hash], fate: 'reverted', word: 'waiting' }],
  ['received', 'a coin alone, by its receipt', { seen: [], fate: 'succeeded', word: 'waiting' }],
  ['received', 'by its receipt alone', { seen: undefined, fate: 'succeeded', word: 'failed' }],
  ['waiting', 'a coin, another transaction', { seen: [], fate: 'unrelated', word: 'waiting' }],
  [
    'waiting',
    'no events to be had, another transaction',
    { seen: undefined, fate: 'unrelated', word: 'succeeded' },
  ],
  [
    'waiting',
    'a bundle that did not move it',
    { seen: [undefined], fate: 'unrelated', word: 'succeeded' },
  ],
  [
    'waiting',
    'done by the wallet’s word alone',
    { seen: [undefined], fate: undefined, word: 'succeeded' },
  ],
  [
    'waiting',
    'failed by its word, the chain is silent',
    { seen: undefined, fate: undefined, word: 'failed' },
  ],
  ['waiting', 'half of it so far', { seen: [hash, undefined], fate: undefined, word: 'waiting' }],
  ['waiting', 'a coin, not in a block', { seen: [], fate: undefined, word: 'waiting' }],
  [
    'missing',
    'half of it, failed by its word',
    { seen: [hash, undefined], fate: undefined, word: 'failed' },
  ],
  ['missing', 'reverted on the chain', { seen: [undefined], fate: 'reverted', word: 'succeeded' }],
  ['missing', 'a coin alone, reverted', { seen: [], fate: 'reverted', word: 'waiting' }],
  [
    'missing',
    'a coin alone, canceled in the wallet',
    { seen: [], fate: 'canceled', word: 'waiting' },
  ],
  [
    'missing',
    'failed by its word, not on the chain',
    { seen: [undefined], fate: undefined, word: 'failed' },
  ],
])('%s: %s', (outcome, _, facts) => {
  expect(judgeSent(facts)).toBe(outcome)
})
