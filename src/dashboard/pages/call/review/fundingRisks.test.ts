import { expect, test } from 'vitest'

import { callQuoteEvidence, recordedCalls } from '#testing/verifier/recordedCalls.ts'
import { verifyCallQuote } from '#dashboard/review/verifyCallQuote.ts'
import { findSigningBlocker } from '../../signing/findSigningBlocker.ts'
import { assessFundingRisks } from './FundingReview.tsx'

const recorded = recordedCalls.get('one paid in another asset')
if (!recorded) throw new Error('Expected a recorded call.')
const { quote } = recorded
const evidence = callQuoteEvidence(recorded, quote)
const { findings } = verifyCallQuote(evidence)
const facts = { findings, skewMs: 0, confirmImpactBps: undefined, confirmFeesBps: undefined }

test('a payment that the feeds confirm needs no acceptance', () => {
  expect(assessFundingRisks(quote, facts).risks).toEqual([])
})

test('a payment in another asset whose worth nobody could check has to be accepted', () => {
  const { prices: _, ...unpriced } = evidence
  const review = verifyCallQuote(unpriced)
  expect(review.signable, 'it contradicts nothing').toBe(true)
  const { risks } = assessFundingRisks(quote, {
    ...facts,
    findings: review.findings,
  })
  expect(risks).toEqual([{ id: 'value', level: 'confirm', size: 0 }])
  expect(findSigningBlocker(review, { noun: 'quote', mustConfirm: true })).toBe(
    'Confirm the warning',
  )
  expect(findSigningBlocker(review, { noun: 'quote', mustConfirm: false })).toBeUndefined()
})

test('fees that take nearly half of a payment have to be accepted', () => {
  const paidUsd = quote.originToken.fiatValue.reduce(
    (sum, { fiatValue }) => sum + Number(fiatValue),
    0,
  )
  const fees = { assets: {}, cumulativeUSD: String(paidUsd * 0.45) }
  const { risks, leftUsd } = assessFundingRisks({ ...quote, fees }, facts)
  expect(risks.map(({ id, level }) => [id, level])).toEqual([['fees', 'confirm']])
  expect(leftUsd).toBeCloseTo(paidUsd * 0.55)
})

test('fees below a cent need no acceptance, though they are nearly all of the payment', () => {
  const [paid] = quote.originToken.fiatValue
  if (!paid) throw new Error('Expected a payment.')
  const originToken = {
    ...quote.originToken,
    fiatValue: [{ ...paid, fiatValue: '0.002' }],
  }
  const fees = { assets: {}, cumulativeUSD: '0.0019' }
  expect(assessFundingRisks({ originToken, fees }, facts).risks).toEqual([])
})

test('fees have to be accepted from where the user wants to be asked', () => {
  const paidUsd = quote.originToken.fiatValue.reduce(
    (sum, { fiatValue }) => sum + Number(fiatValue),
    0,
  )
  const fees = { assets: {}, cumulativeUSD: String(paidUsd * 0.11) }
  const levels = [undefined, 4000, 1000].map((confirmFeesBps) =>
    assessFundingRisks({ ...quote, fees }, { ...facts, confirmFeesBps }).risks.map(
      ({ level }) => level,
    ),
  )
  expect(levels).toEqual([['caution'], ['caution'], ['confirm']])
})
