import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { unlistedEvidence, unlistedQuote } from '#testing/verifier/unlistedSample.ts'
import {
  type AskedAt,
  assessRisks,
  type Confirmation,
  getConfirmations,
  type Risk,
} from '../../review/messages/risks.ts'
import { verifyQuote } from '../../review/verifyQuote.ts'
import { setPinAnswer, usePinAnswer } from '../pinDialog.ts'
import { RiskNotes } from './RiskNotes.tsx'

afterEach(cleanup)

const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const recipient = { id: 'recipient', level: 'confirm', address } as const

/** Renders these risks, ticks every box, and returns the questions and what was accepted. */
function renderRisks(risks: readonly Risk[], at: AskedAt = 'review') {
  const given: Confirmation[] = []
  const view = { paidUsd: 100, received: { valueUsd: 60 } }
  render(
    <RiskNotes
      shown={{ risks, review: { findings: [] }, view }}
      at={at}
      accepted={[]}
      onAccept={(one) => given.push(one)}
    />,
  )
  const boxes = screen.queryAllByRole('checkbox')
  for (const box of boxes) fireEvent.click(box)
  return { given, words: boxes.map((box) => box.closest('label')?.textContent) }
}

test('a loss that the feeds confirm is accepted in dollars, once for price and fees', () => {
  const { words, given } = renderRisks([
    { id: 'impact', level: 'confirm', size: 0.4 },
    { id: 'fees', level: 'confirm', size: 0.4 },
  ])
  expect(words).toEqual(['I accept receiving $40.00 less than I pay'])
  expect(given).toEqual(['loss'])
})

test('where only the service says what it is worth, its dollars are not what is accepted', () => {
  expect(renderRisks([{ id: 'value', level: 'confirm', size: 0 }]).words).toEqual([
    'I accept that the value couldn’t be checked',
  ])
})

test('feeds that were not reached are not said to have no price', () => {
  const risks = [{ id: 'value', level: 'confirm', size: 0 }] as const
  const price = { id: 'price', claim: 'The price matches the price feeds', evidence: '' } as const
  for (const [state, words] of [
    ['unchecked', /can’t reach the price feeds/],
    ['verified', /One of the assets has no price/],
  ] as const) {
    const review = { findings: [{ ...price, state }] }
    render(
      <RiskNotes shown={{ risks, review }} at="form" accepted={[]} onAccept={() => undefined} />,
    )
    expect(screen.getByRole('region', { name: 'Risks' }).textContent).toMatch(words)
    cleanup()
  }
})

test('a recipient of a link is named with all of its address and accepted apart from the rest', () => {
  const { words, given } = renderRisks([recipient, { id: 'value', level: 'confirm', size: 0 }])
  expect(words[0]).toBe('I know whose address this is and want to pay it')
  expect(given).toEqual(['recipient', 'value'])
  expect(screen.getByText('This recipient came from a link.')).toBeDefined()
  expect(screen.getByText(address)).toBeDefined()
})

test('a high limit is asked about once more where it is signed', () => {
  const high = { id: 'slippage', level: 'confirm', size: 0.12 } as const
  expect(renderRisks([high], 'form')).toEqual({
    words: ['I accept receiving up to 12% less than quoted'],
    given: ['slippage'],
  })
  cleanup()
  expect(renderRisks([high])).toEqual({
    words: ['Once more: I accept receiving up to 12% less than quoted'],
    given: ['slippageAgain'],
  })
})

test('what is only told is not asked about', () => {
  expect(renderRisks([{ id: 'impact', level: 'warning', size: 0.06 }]).words).toEqual([])
})

test('an installation that nobody pinned is said as that, with the button that compares it', () => {
  const unpinned = { state: 'unchecked', claim: 'Unpinned', evidence: 'Not compared.' } as const
  render(
    <RiskNotes
      shown={{ risks: [], review: { findings: [{ id: 'installation', ...unpinned }] } }}
      at="form"
      accepted={[]}
      onAccept={() => undefined}
    />,
  )
  const risks = screen.getByRole('region', { name: 'Risks' }).textContent
  expect(risks).toContain('This instance isn’t pinned yet.')
  expect(risks).not.toContain('price')
  fireEvent.click(screen.getByRole('button', { name: 'Compare fingerprint' }))
  const { result } = renderHook(usePinAnswer)
  expect(result.current).toBe('asking')
  act(() => setPinAnswer('unasked'))
})

test('a token on no list is confirmed in words, and another time where a link named it', () => {
  const { traded } = verifyQuote(unlistedEvidence('bought', unlistedQuote('bought')))
  if (!traded) throw new Error('Expected a token that no list names.')
  const risks = assessRisks({
    isPriced: true,
    paidUsd: 100,
    receivedUsd: 99.7,
    feesUsd: 0.1,
    slippageBps: 100,
    confirmImpactBps: undefined,
    confirmFeesBps: undefined,
    skewMs: 0,
    traded,
    isTokenForeign: true,
  })
  const { words, given } = renderRisks(risks)
  expect(words).toEqual([
    'This is the token I mean',
    'I know what ODD is and accept that it may become worthless or impossible to sell',
  ])
  expect(given).toEqual(['token', 'unlisted'])
  expect(screen.getByText(traded.asset.token)).toBeTruthy()
  expect(getConfirmations(risks, 'form')).toEqual(['token', 'unlisted'])
})
