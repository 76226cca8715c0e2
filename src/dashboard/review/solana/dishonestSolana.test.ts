import { describe, expect, test } from 'vitest'

import type { Tampering } from '#testing/verifier/sampleCase.ts'
import { sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { verifyQuote } from '../verifyQuote.ts'
import {
  coinTampering,
  depositTampering,
  evmDeliveryTampering,
  messageTampering,
  orderTampering,
  solanaDeliveryTampering,
  transferTampering,
} from '#testing/verifier/solanaLies.ts'
import { mixedTampering, quoteTampering, receiverTampering } from '#testing/verifier/quoteLies.ts'
import { solanaSamples } from '#testing/verifier/solanaSamples.ts'

/**
 * Changes by a dishonest service with the right key on Solana: hashes, derived accounts, the list
 * of instructions and the quote signature all match.
 */
type Name = keyof typeof solanaSamples

function isSignable(name: Name, tampering: Tampering): boolean {
  const sample = solanaSamples[name]
  return verifyQuote(sampleEvidence(sample, sampleQuote(sample, tampering))).signable
}

const cases: readonly { name: Name; tamperings: Record<string, Tampering> }[] = [
  {
    name: 'tokens from Solana to an EVM chain',
    tamperings: {
      ...quoteTampering,
      ...orderTampering,
      ...messageTampering,
      ...depositTampering,
      ...evmDeliveryTampering,
    },
  },
  {
    name: 'legs of both into tokens on Solana',
    tamperings: {
      ...quoteTampering,
      ...mixedTampering,
      ...orderTampering,
      ...solanaDeliveryTampering,
    },
  },
  {
    name: 'a swap on Solana',
    tamperings: { ...orderTampering, ...depositTampering, ...solanaDeliveryTampering },
  },
  { name: 'an EVM chain to SOL', tamperings: solanaDeliveryTampering },
  { name: 'a transfer of SOL', tamperings: { ...quoteTampering, ...coinTampering } },
  {
    name: 'a transfer of tokens on Solana',
    tamperings: {
      ...quoteTampering,
      ...messageTampering,
      ...transferTampering,
      ...receiverTampering,
    },
  },
]

describe.each(cases)('$name: refused when the service', ({ name, tamperings }) => {
  test('is honest: only then it is signed', () => {
    expect(isSignable(name, {})).toBe(true)
  })

  test.each(Object.keys(tamperings))('%s', (what) => {
    expect(isSignable(name, tamperings[what] ?? {})).toBe(false)
  })
})
