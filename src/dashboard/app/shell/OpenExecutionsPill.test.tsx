import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { StatusRecord } from '#protocol/status/status.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { readUsualDuration } from '../../api/state/durations.ts'
import { awaitExecution, closeExecution, openExecution } from '../../api/state/openExecutions.ts'
import { OpenExecutions } from './OpenExecutions.tsx'

const user = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const ids = ['0c', '0d', '0e'].map((byte) => `0x${byte.repeat(32)}` as const)
let status: StatusRecord['status'] = 'IN_PROGRESS'

beforeEach(() => {
  localStorage.clear()
  status = 'IN_PROGRESS'
  showPage(createElement(OpenExecutions), { service: answer })
})
afterEach(() => {
  cleanup()
  act(() => ids.forEach(closeExecution))
  vi.restoreAllMocks()
})

function answer(url: URL): Response | undefined {
  if (!url.pathname.includes('get-execution-status')) return undefined
  const record: StatusRecord = {
    quoteId: ids.find((id) => id === url.searchParams.get('quoteId')) ?? '0x',
    status,
    user,
    recipientAccountId: `eip155:71117002/${user}`,
    originChainOperations: [{ hash: ids[0] ?? '', chain: 'eip155:71117001' }],
    destinationChainOperations: [{ hash: ids[1] ?? '', chain: 'eip155:71117002' }],
    createdAt: '2027-01-15T08:00:00.000Z',
    updatedAt: '2027-01-15T08:00:04.000Z',
  }
  return Response.json(record)
}

function open(...some: readonly (typeof ids)[number][]): void {
  act(() => some.forEach((id) => openExecution(id, Date.now())))
}

test('no pill stands in the header while nothing is open', () => {
  expect(screen.queryByRole('link')).toBeNull()
})

test('one open execution is led to, more are led to the history', async () => {
  const [first, second] = ids
  if (!first || !second) throw new Error('There are ids.')
  open(first)
  const one = await screen.findByRole('link', { name: '1 in progress. Open it' })
  expect(one.getAttribute('href')).toBe(`/executions/${first}`)
  open(second, second)
  const two = await screen.findByRole('link', { name: '2 in progress. Open history' })
  expect(two.getAttribute('href')).toBe('/history')
})

test('an execution that has ended leaves the header, and its time is measured', async () => {
  status = 'COMPLETED'
  open(...ids)
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
  expect(readUsualDuration('chains')).toMatchObject({ usualMs: 4000, count: 3 })
})

test('a user who asked and looks elsewhere is told in the title of the tab, and nobody else', async () => {
  const [first, second] = ids
  if (!first || !second) throw new Error('There are ids.')
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.title = 'Balances'
  status = 'COMPLETED'
  open(first)
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
  expect(document.title).toBe('Balances')
  act(() => {
    openExecution(second, Date.now())
    awaitExecution(second, 'Swap 5.00 USDC for ETH')
  })
  await waitFor(() => expect(document.title).toBe('Completed: Swap 5.00 USDC for ETH'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(document.title).toBe('Balances')
})
