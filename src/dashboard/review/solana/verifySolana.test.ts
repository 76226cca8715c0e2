import { describe, expect, test } from 'vitest'

import { sampleEvidence, sampleQuote } from '../sampleQuote.ts'
import { verifyQuote } from '../verifyQuote.ts'
import { solanaSamples } from './solanaSamples.ts'

const names = Object.keys(solanaSamples).filter(
  (name): name is keyof typeof solanaSamples => name in solanaSamples,
)

describe.each(names)('%s', (name) => {
  const quote = sampleQuote(solanaSamples[name])

  test('is verified in every point as the service makes it', () => {
    const { findings, signable } = verifyQuote(sampleEvidence(solanaSamples[name], quote))
    expect(findings.filter(({ state }) => state !== 'verified')).toEqual([])
    expect(signable).toBe(true)
  })
})
