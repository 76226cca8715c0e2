import { describe, expect, test } from 'vitest'

import { buildGuardCall } from '#chains/evm/operation/accountCalls.ts'
import type { BatchCall } from '#chains/evm/operation/batch.ts'
import { isCampaign, pickEveryNth } from '#testing/campaign.ts'
import { type Sample, sampleRoots, type Tampering } from '#testing/verifier/sampleCase.ts'
import { sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { appDeposits, samples } from '#testing/verifier/samples.ts'
import { solanaSamples } from '#testing/verifier/solanaSamples.ts'
import { getEvmRootChains, maxLockSeconds } from './cases/roots.ts'
import { type OperationFacts, type Review, verifyQuote } from './verifyQuote.ts'

/**
 * A service that owns the quote key chooses every deadline, hashes and seals consistently. What it gets
 * signed must stay within what the network's deadlines allow at this moment, whatever the quote says.
 */
const { depositSeconds, fillSeconds, refundSeconds } = sampleRoots.deadlines
const clockSeconds = 300
const [firstChain] = getEvmRootChains(sampleRoots)
if (!firstChain) throw new Error('The devnet has no chain.')
const { validityGuard } = firstChain.contracts

const all: Record<string, Sample> = {
  ...samples,
  'deposits for an app': appDeposits,
  ...solanaSamples,
}
const mixed = all['legs of both into tokens on Solana']
const two = samples['two chains into one']
if (!mixed) throw new Error('No mixed sample.')

function verifyAt(sample: Sample, tampering: Tampering = {}, later = 5): Review {
  const received = sampleQuote(sample, tampering)
  return verifyQuote({ ...sampleEvidence(sample, received), nowSeconds: sample.madeAt + later })
}

function findUnmet({ findings }: Review): string[] {
  return findings.flatMap(({ id, state }) => (state === 'verified' ? [] : [id])).toSorted()
}

function expiring(expirationTimestamp: string): Tampering {
  return { quote: (quote) => ({ ...quote, expirationTimestamp }) }
}

/** Replaces the window of the guard of the operations with these indexes. */
function guarding(until: bigint, at: (index: number) => boolean = () => true): Tampering {
  return {
    calls: (calls, index) =>
      at(index)
        ? [buildGuardCall(validityGuard, { validAfter: 0n, validUntil: until }), ...calls.slice(1)]
        : calls,
  }
}

function word(seconds: bigint | number): string {
  return BigInt(seconds).toString(16).padStart(64, '0')
}

/** Replaces a time anywhere in the calls after the guard. */
function swapping(from: number, to: bigint): Tampering {
  return {
    calls: ([guard, ...calls]) => [
      ...(guard ? [guard] : []),
      ...calls.map((call): BatchCall => ({
        ...call,
        data: `0x${call.data.slice(2).replaceAll(word(from), word(to))}`,
      })),
    ],
  }
}

/** Everything signed is shifted, the expiry is not. */
function shifted(sample: Sample, seconds: number): Sample {
  return { ...sample, madeAt: sample.madeAt + seconds }
}

const day = 86_400

test('every sample verifies untouched, so that the attacks below mean something', () => {
  expect(
    Object.entries(all)
      .filter(([, sample]) => findUnmet(verifyAt(sample)).length > 0)
      .map(([name]) => name),
  ).toEqual([])
})

describe.each(pickEveryNth(Object.entries(all), 4))('%s', (_name, sample) => {
  const { madeAt } = sample
  const isTimeless =
    sample.legs.length === 1 &&
    sampleQuote(sample).originChainsOperations.every((one) => 'dataToSign' in one) &&
    sample.request.from.asset.assetId === sample.request.to.asset.assetId

  test('is refused when all that is signed lies beyond clock differences', () => {
    for (const ahead of [306, 600, 3600, day, 365 * day]) {
      const later = shifted(sample, ahead)
      const received = sampleQuote(later, expiring(String(madeAt + 30)))
      const review = verifyQuote({ ...sampleEvidence(later, received), nowSeconds: madeAt + 5 })
      expect(review.signable, `${ahead}`).toBe(isTimeless)
    }
  })

  test('is refused when it claims to last longer than what is signed', () => {
    for (const end of [121, 3600, day, 2 ** 40])
      expect(verifyAt(sample, expiring(String(madeAt + end))).signable, `${end}`).toBe(
        isTimeless && end <= 335,
      )
  })

  test('is refused when it is sent again after its time', () => {
    for (const later of [30, 31, 120, 121, 3600, day])
      expect(verifyAt(sample, {}, later).signable, `${later}`).toBe(false)
  })

  test('is refused when it is sent again, sealed anew with a later end', () => {
    for (const later of [120, 121, 3600, day]) {
      const received = sampleQuote(sample, expiring(String(madeAt + later + 25)))
      const review = verifyQuote({
        ...sampleEvidence(sample, received),
        nowSeconds: madeAt + later,
      })
      expect(review.signable, `${later}`).toBe(isTimeless)
    }
  })

  test('is refused with an expiry of an odd form', () => {
    const odd = [
      '',
      ' ',
      '-1',
      '0',
      '00',
      '+1800000030',
      ' 1800000030',
      '1800000030 ',
      '1800000030\n',
      '01800000030',
      '0x6b49d21e',
      '1.8e9',
      '1800000030.0',
      '1_800_000_030',
      'Infinity',
      'NaN',
      '١٨٠٠٠٠٠٠٣٠',
      String(2n ** 64n),
      String(2n ** 256n - 1n),
      String(2n ** 256n),
      '9'.repeat(78),
      '9'.repeat(400),
    ]
    const signable = odd.filter((text) => verifyAt(sample, expiring(text)).signable)
    expect(signable).toEqual([])
    for (const value of [1_800_000_030, 1_800_000_030n, null, true, [], ['1800000030'], {}]) {
      const received = { ...sampleQuote(sample), expirationTimestamp: value }
      expect(verifyQuote(sampleEvidence(sample, received)).signable).toBe(false)
    }
  })
})

/** Sets a time in the order with this index, or in all of them. */
function setting(field: 'depositDeadline' | 'refundAfter', to: bigint, at?: number): Tampering {
  // Times on Solana are signed, so the largest is half as large.
  const largest = 2n ** 63n - 1n
  return {
    order: (order, index) => (at === undefined || index === at ? { ...order, [field]: to } : order),
    solanaOrder: (order, index) =>
      at === undefined || index === at ? { ...order, [field]: to > largest ? largest : to } : order,
  }
}

/** Sets the time until which the delivery counts. */
function delivering(fillDeadline: bigint): Tampering {
  return {
    fill: (fill) => ({ ...fill, fillDeadline }),
    solanaFill: (fill) => ({ ...fill, fillDeadline }),
  }
}

function guard(validUntil: bigint): BatchCall {
  return buildGuardCall(validityGuard, { validAfter: 0n, validUntil })
}

describe('deadlines that differ from each other', () => {
  const deadlines = [0n, 1n, 119n, 121n, 300n, 780n, 3600n, 7200n].map(
    (seconds) => BigInt(two.madeAt) + seconds,
  )
  const extremes = [0n, 1n, 2n ** 32n, 2n ** 48n - 1n, 2n ** 63n, 2n ** 64n - 1n]
  const some = pickEveryNth([...deadlines, ...extremes], 4)

  test.each([0, 1, 2])('one leg of several ends at another time: %s', (at) => {
    for (const deadline of some)
      for (const sample of [two, samples['an exact amount for somebody'], appDeposits, mixed]) {
        if (at >= sample.legs.length) continue
        const order = setting('depositDeadline', deadline, at)
        for (const more of [
          {},
          deadline < 2n ** 48n ? guarding(deadline, (index) => index === at) : {},
        ])
          expect(verifyAt(sample, { ...order, ...more }).signable, `${deadline}`).toBe(false)
      }
  })

  test.each([0, 1, 2])('one leg is locked longer or shorter: %s', (at) => {
    for (const deadline of some)
      for (const sample of [two, samples['an exact amount for somebody'], appDeposits, mixed]) {
        if (at >= sample.legs.length) continue
        const order = setting('refundAfter', deadline, at)
        expect(verifyAt(sample, order).signable, `${deadline}`).toBe(false)
      }
  })

  test('guard and order disagree', () => {
    for (const deadline of pickEveryNth([...deadlines, 0n, 2n ** 48n - 1n], 3))
      for (const sample of [two, appDeposits, mixed]) {
        expect(verifyAt(sample, setting('depositDeadline', deadline)).signable).toBe(false)
        expect(verifyAt(sample, guarding(deadline)).signable).toBe(false)
        expect(
          verifyAt(
            sample,
            guarding(deadline, (index) => index === sample.legs.length - 1),
          ).signable,
        ).toBe(false)
      }
  })

  test('guard and swap disagree', () => {
    const pool = samples['a swap in a pool']
    for (const deadline of [...deadlines, ...extremes, 2n ** 256n - 1n])
      expect(verifyAt(pool, swapping(pool.madeAt + depositSeconds, deadline)).signable).toBe(false)
  })

  test('no guard, two guards, a guard in the second place', () => {
    const near = BigInt(two.madeAt + depositSeconds)
    const far = near + 3600n
    const changes: Tampering[] = [
      { calls: (calls) => calls.slice(1) },
      { calls: (calls) => [...calls.slice(1), guard(near)] },
      { calls: (calls) => [guard(far), ...calls] },
      { calls: (calls) => [guard(near), ...calls] },
      { calls: ([first, ...calls]) => [...(first ? [first] : []), guard(far), ...calls] },
      { calls: (calls) => [...calls, guard(near)] },
    ]
    for (const sample of pickEveryNth(Object.values(samples), 3))
      expect(changes.map((change) => verifyAt(sample, change).signable)).not.toContain(true)
  })

  test('the delivery may be later than the rest, or earlier', () => {
    for (const deadline of some) {
      if (deadline === BigInt(two.madeAt + 300)) continue
      for (const sample of [two, mixed])
        expect(verifyAt(sample, delivering(deadline)).signable).toBe(false)
    }
  })
})

function findRefund(operation: OperationFacts): bigint | undefined {
  if (operation.kind === 'solana') return operation.refundAfter
  const deposit = operation.calls.find(({ kind }) => kind === 'deposit')
  return deposit?.kind === 'deposit' ? deposit.order.refundAfter : undefined
}

/** A small generator of numbers, the same in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('whatever times a service chooses, what is signable is bounded by this moment', () => {
  const random = createRandom(17)
  const steps = [0, 1, 29, 30, 90, 119, 120, 121, 294, 295, 300, 305, 306, 330, 420, 421, 7200, day]
  const offsets = [...steps, ...[1, 30, 31, 90, 119, 120, 121, 420, day].map((step) => -step)]
  function pick(): number {
    return offsets[random(offsets.length)] ?? 0
  }
  function rarely(): number {
    return random(6) === 0 ? pick() : 0
  }
  let signable = 0
  const rounds = isCampaign ? 1500 : 150
  for (let round = 0; round < rounds; round += 1) {
    const list = Object.values(all)
    const base = list[random(list.length)] ?? two
    const sample = shifted(base, random(2) === 0 ? 0 : pick())
    const now = base.madeAt + 5
    const [at, lateBy, lockBy, fillBy, guardBy] = [
      random(3),
      rarely(),
      rarely(),
      rarely(),
      rarely(),
    ]
    const end = base.madeAt + pick()
    const startsAt = BigInt(sample.madeAt)
    const received = sampleQuote(sample, {
      ...(lateBy !== 0 &&
        setting('depositDeadline', startsAt + BigInt(depositSeconds + lateBy), at)),
      ...(lockBy !== 0 && setting('refundAfter', startsAt + BigInt(refundSeconds + lockBy), at)),
      ...(fillBy !== 0 && delivering(startsAt + BigInt(fillSeconds + fillBy))),
      ...(guardBy !== 0 &&
        guarding(startsAt + BigInt(depositSeconds + guardBy), (index) => index === at)),
      ...expiring(String(end)),
    })
    const review = verifyQuote({ ...sampleEvidence(sample, received), nowSeconds: now })
    if (!review.signable) continue
    signable += 1
    const context = JSON.stringify({ round, lateBy, lockBy, fillBy, guardBy, end: end - now })
    const ends = review.operations.flatMap(({ validUntil }) => validUntil ?? [])
    expect(end, context).toBeGreaterThan(now)
    expect(end, context).toBeLessThanOrEqual(now + clockSeconds + depositSeconds)
    for (const one of ends) {
      expect(Number(one), context).toBeGreaterThanOrEqual(end)
      expect(Number(one), context).toBeLessThanOrEqual(now + clockSeconds + depositSeconds)
    }
    expect(new Set(ends).size, context).toBeLessThanOrEqual(1)
    for (const operation of review.operations) {
      const refund = findRefund(operation)
      if (refund === undefined) continue
      expect(Number(refund), context).toBe(Number(ends[0]) - depositSeconds + refundSeconds)
      expect(Number(refund), context).toBeLessThanOrEqual(now + maxLockSeconds)
    }
  }
  expect(signable).toBeGreaterThan(rounds / 30)
})

test('refunds stay within the lock where a network itself allows more', () => {
  const evidence = sampleEvidence(two, sampleQuote(two))
  const roots = {
    ...evidence.roots,
    deadlines: { ...evidence.roots.deadlines, refundSeconds: 7_300 },
  }
  const received = sampleQuote(two, setting('refundAfter', BigInt(two.madeAt + 7300)))
  expect(findUnmet(verifyQuote({ ...evidence, roots, received }))).toEqual(['deadlines'])
})
