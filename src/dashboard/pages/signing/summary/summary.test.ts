import { expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import {
  type Sample,
  sampleAccount,
  samplePrices,
  sampleRoots as roots,
} from '#testing/verifier/sampleCase.ts'
import { sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { appDeposits, samples } from '#testing/verifier/samples.ts'
import { solanaSamples } from '#testing/verifier/solanaSamples.ts'
import { spreadCents, toShownCents } from '#dashboard/components/amounts/worth.ts'
import { verifyQuote } from '#dashboard/review/verifyQuote.ts'
import { findChanges, readChanges } from './balanceChanges.ts'
import { compareSimulation, findUnsaid, findUnsimulated } from './compareSimulation.ts'
import { findDeadline } from './expectedTime.ts'
import { buildTrialRequests, readTrials } from './simulatedChanges.ts'
import { buildSummary, type Summary } from './summary.ts'

const all: Record<string, Sample> = { ...samples, ...solanaSamples }

function summarize(name: string): Summary {
  const sample = all[name]
  if (!sample) throw new Error(`There is no sample ${name}.`)
  const review = verifyQuote(sampleEvidence(sample, sampleQuote(sample)))
  const summary = buildSummary(review, { roots, prices: samplePrices })
  if (!summary) throw new Error('Expected a summary.')
  return summary
}

test('of every kind of quote, what is paid is its legs with their fees, by chain and in all', () => {
  for (const [name, sample] of Object.entries(all)) {
    const { paid, total, received, minimum, isHeld } = summarize(name)
    const legs = sample.legs.map(({ assetType, amount, fee }) => `${assetType} ${amount + fee}`)
    expect(paid.map(({ asset, units }) => `${asset.assetType} ${units}`).toSorted(), name).toEqual(
      legs.toSorted(),
    )
    const sum = paid.reduce((usd, { valueUsd = 0 }) => usd + valueUsd, 0)
    expect(total?.valueUsd, name).toBeCloseTo(sum)
    expect([received?.units, minimum?.units], name).toEqual([
      sample.to.amount,
      sample.to.minimumAmount,
    ])
    const chains = new Set([...sample.legs, sample.to].map((one) => one.assetType.split('/')[0]))
    expect(isHeld || chains.size === 1, name).toBe(true)
  }
})

test('each fee of every kind of quote goes to the pinned receiver', () => {
  for (const [name, sample] of Object.entries(all)) {
    const { fees } = summarize(name)
    const service = fees.filter(({ kind }) => kind === 'service')
    expect(
      service.map(({ amount }) => amount.units),
      name,
    ).toEqual(sample.legs.map(({ fee, app }) => fee - (app?.units ?? 0n)).filter((fee) => fee > 0n))
    for (const { receiver, isPinned } of service) {
      expect([roots.roles.feeReceiver, devnetSolana.roles.feeReceiver], name).toContain(receiver)
      expect(isPinned, name).toBe(true)
    }
  }
})

test('the fee of an app stands beside the service, with what the service keeps in the rate', () => {
  const review = verifyQuote(sampleEvidence(appDeposits, sampleQuote(appDeposits)))
  const { fees = [] } = buildSummary(review, { roots, prices: samplePrices }) ?? {}
  const told = fees.map(({ kind, amount, receiver }) => [kind, amount.units, receiver])
  expect(told).toEqual([
    ['service', 1_000_000n, undefined],
    ['app', 20_000_000n, '0x00000000000000000000000000000000000a44a1'],
    ['service', 500_000n, undefined],
    ['app', 10_000_000n, '0x00000000000000000000000000000000000a44a1'],
  ])
  const direct = summarize('a transfer with the fee of an app').fees
  expect(direct.map(({ kind, isPinned }) => [kind, isPinned]).slice(0, 2)).toEqual([
    ['service', true],
    ['app', false],
  ])
})

test('the fee of a pool is told apart, as a part of what is swapped and not of the sum', () => {
  const { fees, feesUsd } = summarize('a swap in a pool')
  const pool = fees.find(({ kind }) => kind === 'pool')
  const [service, ...others] = fees.filter(({ kind }) => kind !== 'pool')
  expect([service?.kind, others]).toEqual(['service', []])
  expect(feesUsd).toBeCloseTo(service?.amount.valueUsd ?? Number.NaN)
  expect(pool?.amount.units).toBeGreaterThan(0n)
  expect(pool?.amount.units).toBeLessThan(2_999_000_000n / 100n)
})

test('what is paid, and what is charged, adds up as it is shown, for every kind of quote', () => {
  for (const name of Object.keys(all)) {
    const { paid, total, fees, feesUsd } = summarize(name)
    const charged = fees.filter(({ kind }) => kind !== 'pool').map(({ amount }) => amount.valueUsd)
    for (const [parts, sum] of [
      [paid.map(({ valueUsd }) => valueUsd), total?.valueUsd],
      [charged, feesUsd],
    ] as const) {
      const shown = spreadCents(parts, sum).map((usd) => toShownCents(usd ?? Number.NaN))
      expect(
        shown.reduce((cents, one) => cents + one, 0),
        name,
      ).toBe(toShownCents(sum ?? Number.NaN))
    }
  }
})

test('a fee whose asset has no price leaves the sum unknown', () => {
  const sample = samples['two chains into one']
  const review = verifyQuote(sampleEvidence(sample, sampleQuote(sample)))
  expect(buildSummary(review, { roots, prices: undefined })?.feesUsd).toBeUndefined()
})

test('a fee that goes to somebody else is not called the pinned one', () => {
  const sample = samples['two chains into one']
  const attacker = '0x00000000000000000000000000000000DeaDBeef'
  const quote = sampleQuote(sample, { order: (order) => ({ ...order, feeReceiver: attacker }) })
  const review = verifyQuote(sampleEvidence(sample, quote))
  expect(review.signable).toBe(false)
  const fees = buildSummary(review, { roots, prices: samplePrices })?.fees ?? []
  expect(fees[0]).toMatchObject({ kind: 'service', receiver: attacker, isPinned: false })
})

test('without a price nothing is worth nothing: it is unknown', () => {
  const sample = samples['two chains into one']
  const review = verifyQuote(sampleEvidence(sample, sampleQuote(sample)))
  const summary = buildSummary(review, { roots, prices: undefined })
  expect([summary?.total?.valueUsd, summary?.received?.valueUsd]).toEqual([undefined, undefined])
})

test('balances change by what is paid, and by the least that arrives, beside what is promised', () => {
  const summary = summarize('two chains into one')
  const own = [sampleAccount.accountAddress]
  const changes = findChanges(summary, { own, isForCall: false })
  expect(changes.map(({ change }) => change)).toEqual([
    -2_000_000_000n,
    -1_000_000_000n,
    summary.minimum?.units,
  ])
  const [first, , last] = changes
  expect(last).toMatchObject({ isLeast: true, promised: summary.received?.units })
  if (!first) throw new Error('Expected a change.')
  const units = new Map([
    [
      sampleAccount.accountAddress.toLowerCase(),
      new Map([[first.asset.assetType, 5_000_000_000n]]),
    ],
  ])
  const shown = readChanges(changes, { units })
  expect(shown[0]).toMatchObject({ before: 5_000_000_000n, after: 3_000_000_000n })
  expect(shown[2]).toMatchObject({ before: undefined, after: undefined })
})

test('what goes to somebody else, or into a call at once, is no change of the own balances', () => {
  const own = [sampleAccount.accountAddress]
  const transfer = findChanges(summarize('an exact amount for somebody'), { own, isForCall: false })
  expect(transfer.every(({ change }) => change < 0n)).toBe(true)
  const call = findChanges(summarize('two chains into one'), { own, isForCall: true })
  expect(call).toHaveLength(2)
})

test('a transfer on its own chain that stays is one change, not two', () => {
  const summary = summarize('a transfer on its own chain')
  const own = [sampleAccount.accountAddress]
  const recipient = summary.recipient && { ...summary.recipient, address: own[0] ?? '' }
  const [change, ...others] = findChanges({ ...summary, recipient }, { own, isForCall: false })
  expect(others).toEqual([])
  expect(change?.change).toBe(-10_000n)
})

test('a deposit says from when it is yours again; what acts at once says until when', () => {
  for (const [name, sample] of Object.entries(all)) {
    const { operations } = verifyQuote(sampleEvidence(sample, sampleQuote(sample)))
    const isDeposit = operations.some((one) =>
      one.kind === 'evm'
        ? one.calls.some(({ kind }) => kind === 'deposit')
        : one.refundAfter !== undefined,
    )
    // A transfer on Solana ends with its blockhash, which has no time.
    const isUntimed = !isDeposit && operations.every(({ kind }) => kind === 'solana')
    const deadline = findDeadline(operations)
    expect(deadline?.kind, name).toBe(isUntimed ? undefined : isDeposit ? 'refund' : 'end')
    expect(isUntimed || Number(deadline?.atSeconds) > sample.madeAt, name).toBe(true)
  }
})

test('a simulation says of each change whether it happens as decoded', () => {
  const paid = { change: -5n, spent: -5n, isLeast: false, isLater: false }
  expect(compareSimulation({ ...paid, simulated: undefined })).toBeUndefined()
  expect(compareSimulation({ ...paid, simulated: -5n })).toBe('same')
  expect(compareSimulation({ ...paid, simulated: -6n })).toBe('other')
  expect(compareSimulation({ ...paid, simulated: 0n })).toBe('other')
  // What a solver delivers later is in no operation of the user's.
  const delivered = { change: 7n, spent: 0n, isLeast: true, isLater: true }
  expect(compareSimulation({ ...delivered, simulated: 0n })).toBe('spent')
  // What arrives by the user's own operation has to arrive in it.
  expect(compareSimulation({ ...delivered, isLater: false, simulated: 0n })).toBe('other')
  // What a pool pays out at once may be more than the least.
  expect(compareSimulation({ ...delivered, simulated: 8n })).toBe('same')
  expect(compareSimulation({ ...delivered, simulated: 6n })).toBe('other')
})

test('operations are tried out with the pinned code, and what they do stands beside what they say', () => {
  const sample = samples['two chains into one']
  const { operations } = verifyQuote(sampleEvidence(sample, sampleQuote(sample)))
  const requests = buildTrialRequests(operations, roots)
  expect(requests.map(({ chainId, account }) => [chainId, account])).toEqual(
    operations.map(({ chain, account }) => [chain.chainId, account.accountAddress]),
  )
  for (const { code } of requests) expect(code).toMatch(/^0x363d3d373d3d3d363d73/)
  const [first, second] = operations
  if (first?.kind !== 'evm' || second?.kind !== 'evm') throw new Error('Expected two operations.')
  const { assets } = roots
  const taken = {
    isSuccess: true,
    revertData: '0x',
    changes: [{ token: first.asset.token, change: -9n }],
  } as const
  const reverted = { isSuccess: false, revertData: '0x', changes: [] } as const
  const { accountAddress } = first.account

  const good = readTrials(operations, { assets, answers: [taken, undefined] })
  expect(good.changeOf(accountAddress, first.asset)).toBe(-9n)
  expect(good.changeOf(accountAddress, second.asset)).toBeUndefined()
  expect(good).toMatchObject({ isRunning: true, missing: [], failing: [] })

  const bad = readTrials(operations, { assets, answers: [reverted, 'unsupported'] })
  expect(bad).toMatchObject({
    isRunning: false,
    missing: [second.chain.chainId],
    failing: [first.chain.chainId],
  })
  expect(bad.changeOf(accountAddress, first.asset)).toBeUndefined()
})

test('what a simulation takes besides, and what it could not read, is said', () => {
  const sample = samples['a swap in a pool']
  const review = verifyQuote(sampleEvidence(sample, sampleQuote(sample)))
  const summary = buildSummary(review, { roots, prices: samplePrices })
  const [operation] = review.operations
  if (operation?.kind !== 'evm' || !summary) throw new Error('Expected an operation.')
  const { assets } = roots
  const own = [operation.account.accountAddress]
  const changes = findChanges(summary, { own, isForCall: false })
  expect(changes.map(({ isLater }) => isLater)).toEqual([false, false])
  const other = assets.find(
    (one) =>
      one.chainId === operation.chain.chainId &&
      changes.every(({ asset }) => asset.assetType !== one.assetType),
  )
  if (other?.kind !== 'evm') throw new Error('Expected another asset.')
  const answer = {
    isSuccess: true,
    revertData: '0x',
    changes: [{ token: other.token, change: -777n }],
  } as const
  const simulated = readTrials(review.operations, { assets, answers: [answer] })
  expect(findUnsaid(simulated, changes)).toMatchObject([{ asset: other, change: -777n }])
  // The token that is paid was not read, so that its payment was not simulated.
  const shown = readChanges(changes, { units: new Map() }, simulated)
  expect(findUnsimulated(simulated, shown)).toEqual([operation.chain.chainId])
})

test('what is paid on Solana is said not to be simulated', () => {
  const [name = ''] = Object.keys(solanaSamples)
  const sample = all[name]
  if (!sample) throw new Error('Expected a sample.')
  const { operations } = verifyQuote(sampleEvidence(sample, sampleQuote(sample)))
  const { missing } = readTrials(operations, { assets: roots.assets, answers: [] })
  expect(missing).toContain(devnetSolana.chainId)
})
