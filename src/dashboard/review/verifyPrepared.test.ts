import { describe, expect, test } from 'vitest'

import { pickEveryNth } from '#testing/campaign.ts'
import {
  countLeaves,
  type Mutation,
  mutateLeaves,
  pickOneOfEachKind,
  pickOneOfEachSigned,
} from '#testing/mutateLeaves.ts'
import {
  preparedEvidence,
  recordedCalls,
  withCallSignature,
} from '#testing/verifier/recordedCalls.ts'
import {
  attackerKey,
  type Harmless,
  harmlessAnywhere,
  harmlessInCalls,
  isHarmless,
  signIfPossible,
} from '#testing/dashboard/quoteMutations.ts'
import { isPreparedReview, verifyPrepared } from './verifyPrepared.ts'

const harmless: readonly Harmless[] = [
  ...harmlessAnywhere,
  ...harmlessInCalls,
  {
    path: /^sourceAssetBalances/,
    what: /./,
    because: 'not sealed and not signed: what the service says that the accounts hold is for show',
  },
  {
    path: /^(callType|)$/,
    what: /^without (callType|sourceAssetBalances)$/,
    because: 'optional; whether something is lent is read from the operation',
  },
]

/** Fields outside the signed part, from which nothing is computed. */
function isBeside({ path, what }: Mutation): boolean {
  return path.startsWith('sourceAssetBalances') || /callType|sourceAssetBalances/.test(what)
}

/** Setting a nonce that is 0 already to 0 changes nothing. */
function isOther(document: unknown, original: unknown): boolean {
  return JSON.stringify(document) !== JSON.stringify(original)
}

function signedBy(document: unknown, secretKey?: Uint8Array): unknown {
  return signIfPossible(document, (known) => withCallSignature(known, secretKey))
}

describe.each([...recordedCalls])('%s', (_name, recorded) => {
  const { prepared } = recorded
  const all = mutateLeaves(prepared).filter(({ document }) => isOther(document, prepared))
  const mutations = pickOneOfEachSigned(all)

  function isSignable(document: unknown): boolean {
    return verifyPrepared(preparedEvidence(recorded, document)).signable
  }

  function signable(
    changed: readonly Mutation[],
    made: (document: unknown) => unknown = (document) => document,
  ): readonly string[] {
    return changed
      .filter(({ document }) => isSignable(made(document)))
      .map(({ path, what }) => `${path}: ${what}`)
  }

  test('is verified in every point as the service made it', () => {
    const review = verifyPrepared(preparedEvidence(recorded, prepared))
    expect(review.findings.filter(({ state }) => state !== 'verified')).toEqual([])
    expect(review.signable).toBe(true)
    expect(isPreparedReview(review)).toBe(true)
    expect(isPreparedReview({ ...review })).toBe(false)
  })

  test('cannot be signed with any sealed leaf changed on the way', () => {
    expect(all.length).toBeGreaterThan(countLeaves(prepared) * 5)
    expect(mutations.length).toBeGreaterThan(countLeaves(prepared))
    expect(signable(mutations.filter((one) => !isBeside(one)))).toEqual([])
  })

  test('cannot be signed with any leaf changed and sealed by another key', () => {
    // The seal is refused, whatever was changed.
    const some = pickEveryNth(mutations, 24)
    expect(signable(some, (document) => signedBy(document, attackerKey))).toEqual([])
  })

  test('cannot be signed with a leaf that matters changed and sealed by the service itself', () => {
    expect(
      signable(
        pickOneOfEachKind(all).filter((one) => !isHarmless(one, harmless)),
        (document) => signedBy(document),
      ),
    ).toEqual([])
  })
})
