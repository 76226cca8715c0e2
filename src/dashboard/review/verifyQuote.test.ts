import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'

import { countLeaves, type Mutation, mutateLeaves } from './mutateLeaves.ts'
import { devnetSealKey, resealed, sampleEvidence, sampleQuote } from './sampleQuote.ts'
import { samples } from './samples.ts'
import { isVerified, verifyQuote } from './verifyQuote.ts'

const attackerKey = sha256(new TextEncoder().encode('somebody else'))

/**
 * Leaves that a service with the right key may change without harm, and why. Everything else in a
 * quote is recomputed, so that changing it blocks the signature.
 */
const harmless: readonly { path: RegExp; what: RegExp; because: string }[] = [
  {
    path: /\.userOp\.(callGasLimit|verificationGasLimit|preVerificationGas|maxFeePerGas|maxPriorityFeePerGas|paymasterVerificationGasLimit|paymasterPostOpGasLimit)$/,
    what: /./,
    because: 'not signed and not paid by the account, which takes the pinned sponsor only',
  },
  {
    path: /^tamperProofSignature$/,
    what: /./,
    because: 'replaced by the new seal before it is read',
  },
  { path: /^$/, what: /^without tamperProofSignature$/, because: 'added again by the new seal' },
  { path: /^$/, what: /^without slippage$/, because: 'optional; the minimum is checked by itself' },
  {
    path: /^(accounts\.\d+\.\w+Address|destinationToken\.recipientAccount)$/,
    what: /^lower case$/,
    because: 'the same address in another spelling; nothing is computed from the spelling',
  },
  {
    path: /^destinationToken$/,
    what: /^without (symbol|name|decimals)$/,
    because: 'optional; what is shown comes from the bundle',
  },
  {
    path: /(fiatValue|minimumFiatValue|usd|cumulativeUSD)$/i,
    what: /^(longer|shorter|zero)$/,
    because: 'a value in dollars within 2 % (or 2 cents) of what the feeds say; for show only',
  },
  {
    path: /^originToken\.fiatValue\.\d+$/,
    what: /^without amount$/,
    because: 'optional; the amount of the operation is what counts',
  },
]

function isHarmless({ path, what }: Mutation): boolean {
  return harmless.some((leaf) => leaf.path.test(path) && leaf.what.test(what))
}

function isSignable(name: keyof typeof samples, document: unknown): boolean {
  return verifyQuote(sampleEvidence(samples[name], document)).signable
}

function sealedBy(secretKey: Uint8Array, { document }: Mutation): unknown {
  if (typeof document !== 'object' || document === null) return document
  try {
    return resealed(document, secretKey)
  } catch {
    // What has no canonical form cannot be sealed, so it stays as it is.
    return document
  }
}

const names = Object.keys(samples).filter((name): name is keyof typeof samples => name in samples)

describe.each(names)('%s', (name) => {
  const quote = sampleQuote(samples[name])
  const mutations = mutateLeaves(quote)

  test('is verified in every point as the service makes it', () => {
    const { findings, signable } = verifyQuote(sampleEvidence(samples[name], quote))
    expect(findings.filter(({ state }) => state !== 'verified')).toEqual([])
    expect(signable).toBe(true)
  })

  test('cannot be signed with any leaf changed on the way', () => {
    expect(mutations.length).toBeGreaterThan(countLeaves(quote) * 8)
    expect(mutations.filter(({ document }) => isSignable(name, document))).toEqual([])
  })

  test('cannot be signed with any leaf changed and sealed by another key', () => {
    const signable = mutations.filter((one) => isSignable(name, sealedBy(attackerKey, one)))
    expect(signable).toEqual([])
  })

  test('cannot be signed with a leaf that matters changed and sealed by the service itself', () => {
    const signable = mutations
      .filter((one) => isSignable(name, sealedBy(devnetSealKey, one)))
      .filter((one) => !isHarmless(one))
      .map(({ path, what }) => `${path}: ${what}`)
    expect(signable).toEqual([])
  })
})

test('prices that were not read leave the price unchecked, which warns and does not block', () => {
  const sample = samples['two chains into one']
  const { prices: _, ...evidence } = sampleEvidence(sample, sampleQuote(sample))
  const { findings, signable } = verifyQuote(evidence)
  expect(findings.find(({ id }) => id === 'price')?.state).toBe('unchecked')
  expect(signable).toBe(true)
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
