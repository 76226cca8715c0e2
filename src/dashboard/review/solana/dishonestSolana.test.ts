import { describe, expect, test } from 'vitest'

import type { Dishonesty } from '#testing/verifier/sampleCase.ts'
import { sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { verifyQuote } from '../verifyQuote.ts'
import {
  coinLies,
  depositLies,
  evmDeliveryLies,
  messageLies,
  orderLies,
  solanaDeliveryLies,
  transferLies,
} from '#testing/verifier/solanaLies.ts'
import { mixedLies, quoteLies, receiverLies } from '#testing/verifier/quoteLies.ts'
import { solanaSamples } from '#testing/verifier/solanaSamples.ts'

/**
 * A service that holds the right key and lies consistently on Solana: hashes, derived accounts, the
 * list of instructions and the seal all fit what it changed.
 */
type Name = keyof typeof solanaSamples

function isSignable(name: Name, dishonesty: Dishonesty): boolean {
  const sample = solanaSamples[name]
  return verifyQuote(sampleEvidence(sample, sampleQuote(sample, dishonesty))).signable
}

const cases: readonly { name: Name; lies: Record<string, Dishonesty> }[] = [
  {
    name: 'tokens from Solana to an EVM chain',
    lies: { ...quoteLies, ...orderLies, ...messageLies, ...depositLies, ...evmDeliveryLies },
  },
  {
    name: 'legs of both into tokens on Solana',
    lies: { ...quoteLies, ...mixedLies, ...orderLies, ...solanaDeliveryLies },
  },
  { name: 'a swap on Solana', lies: { ...orderLies, ...depositLies, ...solanaDeliveryLies } },
  { name: 'an EVM chain to SOL', lies: solanaDeliveryLies },
  { name: 'a transfer of SOL', lies: { ...quoteLies, ...coinLies } },
  {
    name: 'a transfer of tokens on Solana',
    lies: { ...quoteLies, ...messageLies, ...transferLies, ...receiverLies },
  },
]

describe.each(cases)('$name: refused when the service', ({ name, lies }) => {
  test('is honest: only then it is signed', () => {
    expect(isSignable(name, {})).toBe(true)
  })

  test.each(Object.keys(lies))('%s', (lie) => {
    expect(isSignable(name, lies[lie] ?? {})).toBe(false)
  })
})
