import { describe, expect, test } from 'vitest'

import { pickEveryNth } from '#testing/campaign.ts'
import {
  countLeaves,
  mutateLeaves,
  pickOneOfEachKind,
  pickOneOfEachSigned,
} from '#testing/mutateLeaves.ts'
import {
  attackerKey,
  harmlessInQuotes,
  isHarmless,
  signWith,
} from '#testing/dashboard/quoteMutations.ts'
import { devnetQuoteKey, sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { verifyQuote } from '../verifyQuote.ts'
import { solanaSamples } from '#testing/verifier/solanaSamples.ts'

const names = Object.keys(solanaSamples).filter(
  (name): name is keyof typeof solanaSamples => name in solanaSamples,
)

function isSignable(name: keyof typeof solanaSamples, document: unknown): boolean {
  return verifyQuote(sampleEvidence(solanaSamples[name], document)).signable
}

/** All claims of a quote's review. */
function words(name: keyof typeof solanaSamples): string {
  const { findings } = verifyQuote(
    sampleEvidence(solanaSamples[name], sampleQuote(solanaSamples[name])),
  )
  return findings.map(({ claim }) => claim).join(', ')
}

describe.each(names)('%s', (name) => {
  const quote = sampleQuote(solanaSamples[name])

  test('is verified in every point as the service makes it', () => {
    const { findings, signable } = verifyQuote(sampleEvidence(solanaSamples[name], quote))
    expect(findings.filter(({ state }) => state !== 'verified')).toEqual([])
    expect(signable).toBe(true)
  })

  test('cannot be signed with a leaf that matters changed and sealed by the service itself', () => {
    const all = mutateLeaves(quote)
    expect(all.length).toBeGreaterThan(countLeaves(quote) * 6)
    const signable = pickOneOfEachKind(all, names.indexOf(name))
      .filter((one) => !isHarmless(one, harmlessInQuotes))
      .filter((one) => isSignable(name, signWith(devnetQuoteKey, one)))
      .map(({ path, what }) => `${path}: ${what}`)
    expect(signable).toEqual([])
  })
})

describe('a quote that pays on Solana', () => {
  const name = 'tokens from Solana to an EVM chain'
  const mutations = pickOneOfEachSigned(mutateLeaves(sampleQuote(solanaSamples[name])))

  test('cannot be signed with any leaf changed on the way', () => {
    expect(mutations.filter(({ document }) => isSignable(name, document))).toEqual([])
  })

  test('cannot be signed with any leaf changed and sealed by another key', () => {
    // The seal is refused, whatever was changed.
    const some = pickEveryNth(mutations, 24)
    const signable = some.filter((one) => isSignable(name, signWith(attackerKey, one)))
    expect(signable).toEqual([])
  })
})

test('parts of one quote do not verify in another one, sealed by the service itself', () => {
  const swapped = names.flatMap((name) => {
    const quote = sampleQuote(solanaSamples[name])
    const other = sampleQuote(later(name))
    return Object.entries(quote).flatMap(([part, value]: [string, unknown]) => {
      const document = { ...other, [part]: value }
      const isSame = JSON.stringify(document) === JSON.stringify(other)
      const signed = signWith(devnetQuoteKey, { document })
      const evidence = sampleEvidence(later(name), signed)
      const isFree = part === 'tamperProofSignature' || isSame
      return isFree || !verifyQuote(evidence).signable ? [] : [`${name}: ${part}`]
    })
  })
  // A quote may end at any time before what is signed does.
  expect(swapped).toEqual(names.map((name) => `${name}: expirationTimestamp`))
})

/** The same request ten seconds later, for a little more; nothing of the first quote matches. */
function later(name: keyof typeof solanaSamples) {
  const { request, legs, to, madeAt } = solanaSamples[name]
  const [first, ...rest] = legs
  if (!first) throw new Error('A sample has a leg.')
  const more = 1_000_000n
  const isDirect = to.amount === first.amount
  return {
    request: {
      ...request,
      from: { ...request.from, amount: String(BigInt(request.from.amount ?? 0) + more) },
    },
    legs: [{ ...first, amount: first.amount + more }, ...rest],
    to: isDirect ? { ...to, amount: to.amount + more, minimumAmount: to.amount + more } : to,
    madeAt: madeAt + 10,
  }
}

test('what is signed for Solana alone is not spoken of in the words of smart accounts', () => {
  const strange = /factory|Call data|Allowances|sponsor/
  expect(words('tokens from Solana to an EVM chain')).not.toMatch(strange)
  expect(words('legs of both into tokens on Solana')).toMatch(strange)
})

test('without what reads Solana nothing is verified', () => {
  for (const name of names) {
    const { solana: _, ...evidence } = sampleEvidence(
      solanaSamples[name],
      sampleQuote(solanaSamples[name]),
    )
    expect(verifyQuote(evidence).signable, name).toBe(false)
  }
})
