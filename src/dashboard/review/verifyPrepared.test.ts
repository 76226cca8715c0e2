import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'

import {
  countLeaves,
  type Mutation,
  mutateLeaves,
  oneOfEachKind,
  oneOfEachSealed,
} from './testMutateLeaves.ts'
import { preparedEvidence, recordedCalls, resealedCall } from './recordedCalls.ts'
import { isPreparedReview, verifyPrepared } from './verifyPrepared.ts'

const attackerKey = sha256(new TextEncoder().encode('somebody else'))

/**
 * Leaves that a service with the right key may change without harm, and why. Everything else is
 * recomputed, so that changing it blocks the signature.
 */
const harmless: readonly { path: RegExp; what: RegExp; because: string }[] = [
  {
    path: /\.userOp\.(callGasLimit|verificationGasLimit|preVerificationGas|maxFeePerGas|maxPriorityFeePerGas|paymasterVerificationGasLimit|paymasterPostOpGasLimit)$/,
    what: /./,
    because: 'not signed and not paid by the account, which takes the pinned sponsor only',
  },
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
  {
    path: /^accounts\.\d+\.\w+Address$/,
    what: /^lower case$/,
    because: 'the same address in another spelling; nothing is computed from the spelling',
  },
  {
    path: /^chainOperation$/,
    what: /^without delegation$/,
    because: 'without its authorization the operation cannot run',
  },
  {
    path: /^chainOperation\.delegation\.nonce$/,
    what: /./,
    because: 'an authorization of the pinned delegate for another nonce of this account and chain',
  },
  {
    path: /\.userOp\.paymasterData$/,
    what: /^(digit \d+|nothing|zeros|upper case)$/,
    because: "the sponsor's word, which is not signed: only basic and EIP-7702 accounts carry it",
  },
  {
    path: /^tamperProofSignature$/,
    what: /./,
    because: 'replaced by the new seal before it is read',
  },
  { path: /^$/, what: /^without tamperProofSignature$/, because: 'added again by the new seal' },
]

/** What stands beside the sealed part: nobody signs it, nothing is computed from it. */
function isBeside({ path, what }: Mutation): boolean {
  return path.startsWith('sourceAssetBalances') || /callType|sourceAssetBalances/.test(what)
}

function isHarmless({ path, what }: Mutation): boolean {
  return harmless.some((leaf) => leaf.path.test(path) && leaf.what.test(what))
}

/** A nonce that is 0 already is not changed by becoming 0. */
function isOther(document: unknown, original: unknown): boolean {
  return JSON.stringify(document) !== JSON.stringify(original)
}

function sealedBy(document: unknown, secretKey?: Uint8Array): unknown {
  if (typeof document !== 'object' || document === null) return document
  try {
    return resealedCall(document, secretKey)
  } catch {
    // What has no canonical form cannot be sealed, so it stays as it is.
    return document
  }
}

describe.each([...recordedCalls])('%s', (_name, recorded) => {
  const { prepared } = recorded
  const all = mutateLeaves(prepared).filter(({ document }) => isOther(document, prepared))
  const mutations = oneOfEachSealed(all)

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
    expect(signable(mutations, (document) => sealedBy(document, attackerKey))).toEqual([])
  })

  test('cannot be signed with a leaf that matters changed and sealed by the service itself', () => {
    expect(
      signable(
        oneOfEachKind(all).filter((one) => !isHarmless(one)),
        (document) => sealedBy(document),
      ),
    ).toEqual([])
  })
})
