// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { summarizeChecks } from '../../review/claims/finding.ts'
import { CheckList } from './CheckList.tsx'

const findings = summarizeChecks(
  [
    { id: 'seal', isMet: true, evidence: 'The key is the pinned one' },
    { id: 'expiry', isMet: true, evidence: 'It ends at 20, now it is 10' },
  ],
  { order: ['seal', 'expiry'] },
)

afterEach(cleanup)

function show(isExpired: boolean): string {
  render(<CheckList findings={findings} isExpired={isExpired} />)
  return screen.getByRole('region', { name: 'Checked in this browser' }).textContent
}

test('a check that passed counts no more once what it checked has ended', () => {
  expect(show(false)).toContain('2 of 2 passed')
  cleanup()
  const text = show(true)
  expect(text).toContain('1 of 2 passed')
  expect(text).toContain('No longer valid')
  expect(text).not.toContain('Still valid')
})
