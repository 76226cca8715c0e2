import { expect, test } from 'vitest'

import { sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { samples } from '#testing/verifier/samples.ts'
import { solanaSamples } from '#testing/verifier/solanaSamples.ts'
import {
  callQuoteEvidence,
  preparedEvidence,
  recordedCalls,
} from '#testing/verifier/recordedCalls.ts'
import { verifyCallQuote } from '../verifyCallQuote.ts'
import { verifyPrepared } from '../verifyPrepared.ts'
import { verifyQuote } from '../verifyQuote.ts'
import { checkAmount, checkSame } from './check.ts'
import { describeAmount, describeTime, shortenEvidence } from './evidence.ts'

/** A number of at least five digits that is neither a part of an amount nor of a date. */
const rawNumber = /(?<![\w.\u2026-])\d{5,}(?![\w.\u2026-]| [A-Z])/

test('the evidence of every kind of quote is words: no smallest units, Unix times or asset ids', () => {
  const quotes = Object.entries({ ...samples, ...solanaSamples }).map(
    ([name, sample]) => [name, verifyQuote(sampleEvidence(sample, sampleQuote(sample)))] as const,
  )
  const calls = [...recordedCalls].flatMap(([name, recorded]) => [
    [name, verifyPrepared(preparedEvidence(recorded, recorded.prepared))] as const,
    [name, verifyCallQuote(callQuoteEvidence(recorded, recorded.quote))] as const,
  ])
  for (const [name, { findings }] of [...quotes, ...calls])
    for (const { id, evidence } of findings) {
      expect(evidence.replaceAll(/\d+(?= compute units)/g, ''), `${name}, ${id}`).not.toMatch(
        rawNumber,
      )
      expect(evidence, `${name}, ${id}`).not.toMatch(/eip155:|solana:\w/)
      expect(evidence, `${name}, ${id}`).not.toMatch(/0x[0-9a-fA-F]{20,}/)
    }
})

test('words never decide: values that read the same are still told apart, and told whole', () => {
  const check = checkSame('asset', 'Asset', { actual: 'a', expected: 'b', describe: () => 'same' })
  expect(check).toMatchObject({ isMet: false, evidence: 'Asset is a, expected b' })
  const of = { decimals: 6, symbol: 'USDC' }
  expect(checkAmount('amounts', 'You pay', { actual: '1500000', expected: 1500001n, of })).toEqual({
    id: 'amounts',
    isMet: false,
    evidence: 'You pay is 1.5 USDC, expected 1.500001 USDC',
  })
})

test('an amount keeps all its digits, a time is UTC, and no time breaks the checklist', () => {
  expect(describeAmount(299_999_192n, { decimals: 6, symbol: 'USDC' })).toBe('299.999192 USDC')
  expect(describeAmount(0n, undefined)).toBe('none')
  expect(describeTime(1_800_000_000n)).toBe('2027-01-15 08:00:00 UTC')
  expect(describeTime(2n ** 48n - 1n)).toContain('out of range')
})

test('hashes and addresses are shortened in evidence for reading, words and amounts never', () => {
  const address = '0x8924fb43C3fe4A0b44139ae8F85Bc117Cab06C4d'
  expect(shortenEvidence(`Goes to ${address} on Firth`)).toBe('Goes to 0x8924\u20266C4d on Firth')
  expect(shortenEvidence('At least 3.958017123456789012 ETH')).toBe(
    'At least 3.958017123456789012 ETH',
  )
})
