import { expect, test } from 'vitest'

import type { Hash } from '#protocol/ids/hex.ts'
import type { BrowserStorage } from './quoteStorage.ts'
import { saveSentCall, type SentCall, readSentCall } from './sentCalls.ts'

const call: SentCall = {
  prepareId: `0x${'aa'.repeat(32)}`,
  calls: [{ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', data: '0x1234', value: '0x0' }],
  abis: ['function act()'],
  search: 'calls=1',
}

function buildQuoteId(number: number): Hash {
  return `0x${number.toString(16).padStart(64, '0')}`
}

function createStorage(text?: string) {
  const lines = new Map(text === undefined ? [] : [['estuary.sentCalls', text]])
  const store: BrowserStorage = {
    getItem: (key) => lines.get(key) ?? null,
    setItem: (key, value) => void lines.set(key, value),
  }
  return store
}

test('a call is found by its quote, with or without a loan', () => {
  const store = createStorage()
  saveSentCall(buildQuoteId(1), call, store)
  saveSentCall(buildQuoteId(2), { ...call, prepareId: undefined }, store)
  expect(readSentCall(buildQuoteId(1), store)).toEqual(call)
  expect(readSentCall(buildQuoteId(2), store)?.prepareId).toBeUndefined()
  expect(readSentCall(buildQuoteId(3), store)).toBeUndefined()
})

test('the oldest makes room, and one that is sent again stands once', () => {
  const store = createStorage()
  for (let number = 1; number <= 41; number += 1) saveSentCall(buildQuoteId(number), call, store)
  expect(readSentCall(buildQuoteId(1), store)).toBeUndefined()
  saveSentCall(buildQuoteId(41), call, store)
  expect(readSentCall(buildQuoteId(2), store)).toEqual(call)
})

test('what is no call is not shown', () => {
  for (const text of ['{', '{}', '[1]', `[["${buildQuoteId(1)}",{"calls":[{"to":"0x12"}]}]]`])
    expect(readSentCall(buildQuoteId(1), createStorage(text)), text).toBeUndefined()
})
