// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import type { Risk } from '../../review/risks.ts'
import { RiskNotes } from './RiskNotes.tsx'

afterEach(cleanup)

function boxFor(risk: Risk): string | null {
  const view = { paidUsd: 100, received: { valueUsd: 60 } }
  render(
    <RiskNotes
      shown={{ risks: [risk], review: { findings: [] }, view }}
      accepted={false}
      onAccept={() => undefined}
    />,
  )
  return screen.getByRole('checkbox').closest('label')?.textContent ?? null
}

test('a loss that the feeds confirm is accepted in dollars', () => {
  expect(boxFor({ id: 'impact', level: 'confirm', size: 0.4 })).toBe(
    'I accept receiving $40.00 less than I pay',
  )
})

test('where only the service says what it is worth, its dollars are not what is accepted', () => {
  expect(boxFor({ id: 'value', level: 'confirm', size: 0 })).toBe(
    'I accept that nobody could check what this is worth',
  )
})
