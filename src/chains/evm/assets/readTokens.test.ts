import { bytesToBigInt, stringToBytes } from 'viem/utils'
import { expect, test } from 'vitest'

import { decodeTokenText } from './readTokens.ts'

/** What a token's `symbol()` returns. */
function say(text: string): readonly bigint[] {
  const bytes = stringToBytes(text)
  const word = Uint8Array.from({ length: 32 }, (_, index) => bytes[index] ?? 0)
  return [32n, BigInt(bytes.length), bytesToBigInt(word)]
}

test.each([
  ['a plain symbol', 'PEPE', 'PEPE'],
  ['another alphabet', 'हिन्दी', 'हिन्दी'],
  ['controls and marks of direction', 'A\u0000B\u202EC\u2066D\u200FE\n', 'ABCDE'],
  ['letters and signs that show nothing', 'U\u115FS\u3164D\uFFA0C\u2800\u034F', 'USDC'],
  ['invisible copies of letters', 'A\u{E0041}\uFE0FB', 'AB'],
  ['letters from right to left', '9 שלום 5', '9  5'],
  ['marks piled up', `e${'\u0301'.repeat(9)}`, `e${'\u0301'.repeat(2)}`],
  ['too long', 'A'.repeat(40), 'A'.repeat(32)],
  ['bytes that are no text', '', ''],
])('%s', (_, said, shown) => {
  expect(decodeTokenText(say(said), undefined)).toBe(shown)
})

test('an old token says its symbol in one word', () => {
  expect(decodeTokenText(undefined, [bytesToBigInt(stringToBytes('MKR'.padEnd(32, '\0')))])).toBe(
    'MKR',
  )
})
