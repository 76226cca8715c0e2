import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { type Finding, summarizeChecks } from '../../../review/claims/finding.ts'
import { CheckList } from './CheckList.tsx'

const findings = summarizeChecks(
  [
    { id: 'seal', isMet: true, evidence: 'The key is the pinned one' },
    { id: 'expiry', isMet: true, evidence: 'Expires at 20, it is now 10' },
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

test('groups are folded while they pass; the one that failed stands first and is open', () => {
  render(<CheckList findings={findings} isExpired={false} />)
  const buttons = screen.getAllByRole('button')
  expect(buttons.map((one) => one.getAttribute('aria-expanded'))).toEqual(['false', 'false'])
  expect(screen.queryByText('The key is the pinned one')?.closest('ul')?.hidden).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: /The service.s quote/ }))
  expect(screen.getByText('The key is the pinned one').closest('ul')?.hidden).toBe(false)
  cleanup()
  render(<CheckList findings={findings} isExpired />)
  const [first, second] = screen.getAllByRole('button')
  expect(first?.textContent).toContain('No longer valid.')
  expect(first?.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByText('It has expired.').closest('ul')?.hidden).toBe(false)
  expect(second?.getAttribute('aria-expanded')).toBe('false')
})

test('where nothing is trusted, the one reason is open and not every group with it', () => {
  const untrusted: Finding[] = [
    {
      id: 'installation',
      state: 'unchecked',
      claim: 'Can’t be verified',
      evidence: 'Not pinned.',
    },
    ...findings.map((one) => ({ ...one, state: 'unchecked' as const })),
  ]
  render(<CheckList findings={untrusted} isExpired={false} />)
  expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-expanded'))).toEqual([
    'true',
    'false',
  ])
  expect(screen.getByRole('region').textContent).toContain('0 of 3 passed')
})
