import { expect, test } from 'vitest'

import { type RiskFacts, getConfirmations, assessRisks } from './risks.ts'

const fair = {
  isPriced: true,
  paidUsd: 1000,
  receivedUsd: 999,
  feesUsd: 1,
  slippageBps: 50,
  confirmImpactBps: undefined,
  confirmFeesBps: undefined,
  skewMs: 0,
}

function levelsOf(changes: Partial<RiskFacts>): string[] {
  return assessRisks({ ...fair, ...changes }).map(({ id, level }) => `${id} ${level}`)
}

test('a fair quote has no risk worth a word', () => {
  expect(levelsOf({})).toEqual([])
})

test('price impact is a caution at 1 %, a warning at 5 % and must be confirmed at 10 %', () => {
  expect([988, 948, 898].map((receivedUsd) => levelsOf({ receivedUsd }))).toEqual([
    ['impact caution'],
    ['impact warning'],
    ['impact confirm'],
  ])
})

test('just under a bound a risk stays what it was', () => {
  expect(
    [990, 950, 900].map((paid) => levelsOf({ feesUsd: 0, receivedUsd: paid + 0.001 })),
  ).toEqual([[], ['impact caution'], ['impact warning']])
  expect(
    [99.999, 199.999, 399.999].map((feesUsd) => levelsOf({ feesUsd, receivedUsd: 1000 - feesUsd })),
  ).toEqual([[], ['fees caution'], ['fees warning']])
  expect(levelsOf({ slippageBps: 5000 })).toEqual(['slippage confirm'])
  expect(levelsOf({ skewMs: 59_999 })).toEqual([])
  expect(levelsOf({ skewMs: -59_999 })).toEqual([])
})

test('fees are a caution at 10 %, a warning at 20 % and must be confirmed at 40 %', () => {
  expect(
    [100, 200, 400].map((feesUsd) => levelsOf({ feesUsd, receivedUsd: 1000 - feesUsd })),
  ).toEqual([['fees caution'], ['fees warning'], ['fees confirm']])
})

test('who wants to be asked earlier is asked from there on, about the price and about the fees', () => {
  const impacts = [989, 971, 969, 951, 949].map((receivedUsd) => ({ receivedUsd }))
  expect(impacts.map((paid) => levelsOf({ ...paid, feesUsd: 0, confirmImpactBps: 300 }))).toEqual([
    ['impact caution'],
    ['impact caution'],
    ['impact confirm'],
    ['impact confirm'],
    ['impact confirm'],
  ])
  expect(levelsOf({ receivedUsd: 988, confirmImpactBps: 100 })).toEqual(['impact confirm'])
  expect(levelsOf({ receivedUsd: 991, confirmImpactBps: 100 })).toEqual([])
  const fees = [100, 199, 200].map((feesUsd) => ({ feesUsd, receivedUsd: 1000 - feesUsd }))
  expect(fees.map((paid) => levelsOf({ ...paid, confirmFeesBps: 2000 }))).toEqual([
    ['fees caution'],
    ['fees caution'],
    ['fees confirm'],
  ])
  expect(levelsOf({ ...fees[0], confirmFeesBps: 1000 })).toEqual(['fees confirm'])
  expect(levelsOf({ ...fees[0], confirmImpactBps: 100 })).toEqual(['fees caution'])
})

test('no wish asks later than everybody is asked', () => {
  for (const bps of [9_000, Number.POSITIVE_INFINITY, Number.NaN]) {
    const lax = { confirmImpactBps: bps, confirmFeesBps: bps }
    expect(levelsOf({ ...lax, receivedUsd: 898 })).toEqual(['impact confirm'])
    expect(levelsOf({ ...lax, feesUsd: 400, receivedUsd: 600 })).toEqual(['fees confirm'])
  }
})

test('a value that is not known must be confirmed', () => {
  expect(levelsOf({ paidUsd: undefined })).toEqual(['value confirm'])
})

test('dollars that only the service vouches for are no known value, however fair they look', () => {
  expect(levelsOf({ isPriced: false })).toEqual(['value confirm'])
})

test('slippage is low under 0.1 %, must be confirmed above 5 % and is refused above 50 %', () => {
  expect([9, 10, 500, 501, 5001].map((slippageBps) => levelsOf({ slippageBps }))).toEqual([
    ['slippage caution'],
    [],
    [],
    ['slippage confirm'],
    ['slippage refuse'],
  ])
  // No price move stops what is only moved.
  expect(levelsOf({ slippageBps: 0, isMove: true })).toEqual([])
  expect(levelsOf({ slippageBps: 501, isMove: true })).toEqual(['slippage confirm'])
})

test('a yes to a high limit beside the form is none where it is signed', () => {
  const risks = assessRisks({ ...fair, slippageBps: 501 })
  expect(getConfirmations(risks, 'form')).toEqual(['slippage'])
  expect(getConfirmations(risks, 'review')).toEqual(['slippageAgain'])
})

test('each risk that must be confirmed has its own yes; what is lost has one', () => {
  const foreignRecipient = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
  const lost = assessRisks({ ...fair, foreignRecipient, feesUsd: 400, receivedUsd: 500 })
  expect(lost.map(({ id }) => id)).toEqual(['recipient', 'impact', 'fees'])
  expect(getConfirmations(lost, 'review')).toEqual(['recipient', 'loss'])
  const unknown = assessRisks({ ...fair, isPriced: false, skewMs: 60_000 })
  expect(getConfirmations(unknown, 'review')).toEqual(['value'])
})

test('a clock that is a minute off is told', () => {
  expect(levelsOf({ skewMs: -60_000 })).toEqual(['clock caution'])
})
