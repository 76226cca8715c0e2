import { describe, expect, test } from 'vitest'

import { type ChainId, splitAssetType } from '#protocol/ids/caip.ts'
import { QuoteRequest } from '#protocol/quotes/quote.ts'
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
import type { AppFeePart, Quote } from '#protocol/quotes/quote.ts'
import type { Tampering } from '#testing/verifier/sampleCase.ts'
import { appDeposits, samples } from '#testing/verifier/samples.ts'
import { isVerified, verifyQuote } from './verifyQuote.ts'

function isSignable(name: keyof typeof samples, document: unknown): boolean {
  return verifyQuote(sampleEvidence(samples[name], document)).signable
}

const names = Object.keys(samples).filter((name): name is keyof typeof samples => name in samples)

describe.each(names)('%s', (name) => {
  const quote = sampleQuote(samples[name])
  const all = mutateLeaves(quote)
  const mutations = pickOneOfEachSigned(all)

  test('is verified in every point as the service makes it', () => {
    const { findings, signable } = verifyQuote(sampleEvidence(samples[name], quote))
    expect(findings.filter(({ state }) => state !== 'verified')).toEqual([])
    expect(signable).toBe(true)
  })

  test('cannot be signed with any leaf changed on the way', () => {
    expect(all.length).toBeGreaterThan(countLeaves(quote) * 8)
    expect(mutations.length).toBeGreaterThan(countLeaves(quote))
    expect(mutations.filter(({ document }) => isSignable(name, document))).toEqual([])
  })

  test('cannot be signed with any leaf changed and sealed by another key', () => {
    // The seal is refused, whatever was changed.
    const some = pickEveryNth(mutations, 24)
    const signable = some.filter((one) => isSignable(name, signWith(attackerKey, one)))
    expect(signable).toEqual([])
  })

  test('cannot be signed with a leaf that matters changed and sealed by the service itself', () => {
    const signable = pickOneOfEachKind(all, names.indexOf(name))
      .filter((one) => !isHarmless(one, harmlessInQuotes))
      .filter((one) => isSignable(name, signWith(devnetQuoteKey, one)))
      .map(({ path, what }) => `${path}: ${what}`)
    expect(signable).toEqual([])
  })
})

describe('a deposit whose order pays an app', () => {
  const attacker = '0x000000000000000000000000000000000000dead'

  test('is verified in every point, and the fees of app and service are told', () => {
    const { findings } = verifyQuote(sampleEvidence(appDeposits, sampleQuote(appDeposits)))
    expect(findings.filter(({ state }) => state !== 'verified')).toEqual([])
    const told = findings.find(({ id }) => id === 'fees')?.evidence
    expect(told).toContain('21 USDC, of which 1 USDC goes to the service within the rate')
    expect(told).toContain('App fee in USDC on Firth')
  })

  test.each<[string, Tampering]>([
    ['pays another', { order: (order) => ({ ...order, feeReceiver: attacker }) }],
    ['pays more than is shown', { order: (order) => ({ ...order, fee: order.fee + 1n }) }],
    ['does not name the app', inFees(({ assets, cumulativeUSD }) => ({ assets, cumulativeUSD }))],
    ['names it for another asset', inApp((part) => ({ ...part, assetType: 'eip155:1/slip44:60' }))],
    ['names it twice', inFees((fees) => ({ ...fees, app: [...fees.app, ...fees.app] }))],
    ['shows less than the app gets', inApp((part) => ({ ...part, amount: '1' }))],
    [
      'names a receiver on another chain',
      inApp((part) => ({ ...part, receiver: part.receiver.replace(/^eip155:\d+/, 'eip155:1') })),
    ],
    [
      'shows less in fees than the app gets',
      inFees((fees) => ({
        ...fees,
        assets: Object.fromEntries(Object.keys(fees.assets).map((asset) => [asset, '1'])),
      })),
    ],
  ])('that %s cannot be signed', (_, tampering) => {
    const quote = sampleQuote(appDeposits, tampering)
    expect(verifyQuote(sampleEvidence(appDeposits, quote)).signable).toBe(false)
  })

  test('cannot be signed where the app gets more than any may', () => {
    const legs = appDeposits.legs.map((leg) => {
      const moved = leg.amount / 10n
      const units = leg.fee + moved
      const app = leg.app && { ...leg.app, units }
      return { ...leg, amount: leg.amount - moved, fee: units, ...(app && { app }) }
    })
    const greedy = { ...appDeposits, legs }
    const { findings } = verifyQuote(sampleEvidence(greedy, sampleQuote(greedy)))
    expect(findings.filter(({ state }) => state === 'mismatch').map(({ id }) => id)).toEqual([
      'fees',
    ])
  })

  type Fees = NonNullable<Quote['fees']> & { app: AppFeePart[] }

  function inFees(change: (fees: Fees) => Quote['fees']): Tampering {
    return {
      quote: ({ fees, ...quote }) => ({
        ...quote,
        fees: fees?.app && change({ ...fees, app: fees.app }),
      }),
    }
  }

  function inApp(change: (part: AppFeePart) => AppFeePart): Tampering {
    return inFees((fees) => ({ ...fees, app: fees.app.map(change) }))
  }
})

test('prices that were not read leave the price unchecked, which warns and does not block', () => {
  const sample = samples['two chains into one']
  const { prices: _, ...evidence } = sampleEvidence(sample, sampleQuote(sample))
  const { findings, signable } = verifyQuote(evidence)
  expect(findings.find(({ id }) => id === 'price')?.state).toBe('unchecked')
  expect(signable).toBe(true)
})

test('prices that were not read block an exact output, as nothing else bounds what is paid', () => {
  const sample = samples['an exact amount for somebody']
  const legs = sample.legs.map((leg) => ({ ...leg, amount: leg.amount * 1_000n }))
  const paid = legs.reduce((sum, { amount, fee }) => sum + amount + fee, 0n)
  const dear = { ...sample, legs, paid: paid.toString() }
  const { prices: _, ...evidence } = sampleEvidence(dear, sampleQuote(dear))
  expect(verifyQuote(evidence).signable).toBe(false)
})

test('without a pinned key nothing can be signed', () => {
  const sample = samples['two chains into one']
  const evidence = sampleEvidence(sample, sampleQuote(sample))
  const roots = { ...evidence.roots, quoteSigner: undefined }
  expect(verifyQuote({ ...evidence, roots }).signable).toBe(false)
})

test('an expired quote cannot be signed', () => {
  const sample = samples['two chains into one']
  const evidence = sampleEvidence(sample, sampleQuote(sample))
  const signable = [29, 30].map(
    (seconds) => verifyQuote({ ...evidence, nowSeconds: sample.madeAt + seconds }).signable,
  )
  expect(signable).toEqual([true, false])
})

const lasting = samples['two chains into one']

/** Findings against a quote that can be executed for so many seconds, as the service seals it. */
function verifyLasting(seconds: number): readonly string[] {
  const expirationTimestamp = String(lasting.madeAt + seconds)
  const quote = { ...sampleQuote(lasting), expirationTimestamp }
  const { findings } = verifyQuote(
    sampleEvidence(lasting, signWith(devnetQuoteKey, { document: quote })),
  )
  return findings.flatMap(({ id, state }) => (state === 'verified' ? [] : [id]))
}

test('how long a quote can be executed is the service’s choice, up to the deadline of its deposits', () => {
  expect([10, 45, 120].map(verifyLasting)).toEqual([[], [], []])
  expect(verifyLasting(121)).toEqual(['deadlines'])
})

test('deadlines that all lie later than clocks differ are refused', () => {
  const quote = sampleQuote({ ...lasting, madeAt: lasting.madeAt + 600 })
  const { findings } = verifyQuote(sampleEvidence(lasting, quote))
  const [found, ...more] = findings.filter(({ state }) => state !== 'verified')
  expect([found?.id, more]).toEqual(['deadlines', []])
  expect(found?.evidence).toContain('Its deadlines count from')
})

test('anything at all in place of a quote is refused and never throws', () => {
  for (const received of [undefined, null, 0, '', 'quote', [], {}, [{}], { id: '0x' }]) {
    const review = verifyQuote(sampleEvidence(samples['a swap in a pool'], received))
    expect(review.signable).toBe(false)
  }
})

test('a review is frozen, and a copy of it is none', () => {
  const sample = samples['two chains into one']
  const review = verifyQuote(sampleEvidence(sample, sampleQuote(sample)))
  expect(isVerified(review)).toBe(true)
  expect(isVerified({ ...review })).toBe(false)
  const [operation] = review.operations
  const message = operation?.kind === 'evm' ? operation.typedData.message : undefined
  expect([review.operations, message].map((one) => Object.isFrozen(one))).toEqual([true, true])
})

test('a leg on a chain that was left out cannot be signed, also where all else is right', () => {
  const sample = samples['two chains into one']
  const chains = sample.legs.map(({ assetType }) => splitAssetType(assetType).chainId)
  function review(allowed: readonly ChainId[]) {
    const evidence = sampleEvidence(sample, sampleQuote(sample))
    const { request } = evidence
    const narrowed = { ...request, from: { ...request.from, chains: allowed } }
    return verifyQuote({ ...evidence, request: QuoteRequest.parse(narrowed) })
  }
  expect(review(chains).signable).toBe(true)
  const { signable, findings } = review(chains.slice(0, 1))
  expect(signable).toBe(false)
  expect(findings.filter(({ state }) => state === 'mismatch')).toEqual([
    expect.objectContaining({ id: 'chain', claim: 'Paid from a chain you did not select' }),
  ])
})
