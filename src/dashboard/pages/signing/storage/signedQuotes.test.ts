import { beforeEach, expect, test } from 'vitest'

import type { Hash } from '#protocol/ids/hex.ts'
import { readSentCalls, saveSentCall, type SentCall } from './signedQuotes.ts'

beforeEach(() => localStorage.clear())

const call: SentCall = {
  prepareId: `0x${'aa'.repeat(32)}`,
  calls: [{ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', data: '0x1234', value: '0x0' }],
  abis: ['function act()'],
  search: 'calls=1',
}

function buildQuoteId(number: number): Hash {
  return `0x${number.toString(16).padStart(64, '0')}`
}

test('a call is found by its quote, with or without a loan', () => {
  saveSentCall(buildQuoteId(1), call)
  saveSentCall(buildQuoteId(2), { ...call, prepareId: undefined })
  expect(readSentCalls().get(buildQuoteId(1))).toEqual(call)
  expect(readSentCalls().get(buildQuoteId(2))?.prepareId).toBeUndefined()
  expect(readSentCalls().get(buildQuoteId(3))).toBeUndefined()
})

test('the oldest makes room, and one that is sent again stands once', () => {
  for (let number = 1; number <= 41; number += 1) saveSentCall(buildQuoteId(number), call)
  expect(readSentCalls().get(buildQuoteId(1))).toBeUndefined()
  saveSentCall(buildQuoteId(41), call)
  expect(readSentCalls().get(buildQuoteId(2))).toEqual(call)
})

test('what is no call is not shown', () => {
  for (const text of ['{', '{}', '[1]', `[["${buildQuoteId(1)}",{"calls":[{"to":"0x12"}]}]]`]) {
    localStorage.setItem('estuary.sentCalls', text)
    expect(readSentCalls().size, text).toBe(0)
  }
})
