import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, Fragment } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { showPage } from '#testing/dashboard/page.ts'
import type { ApiExchange } from '../../api/service/client.ts'
import { recordExchange } from '../../api/service/exchanges.ts'
import { Toasts } from '../../components/overlays/Toasts.tsx'
import { DeveloperSection } from './DeveloperSection.tsx'

afterEach(cleanup)

const read: ApiExchange = {
  method: 'GET',
  url: '/dashboard-api/assets',
  status: 200,
  startedAtMs: 1,
  latencyMs: 12,
  deviations: [],
}
const refused: ApiExchange = {
  method: 'POST',
  url: '/dashboard-api/v3/quote',
  body: '{"to":{"asset":{"assetId":"agg:usdc"}}}',
  status: 422,
  startedAtMs: 2,
  latencyMs: 345,
  deviations: [],
}
const silent: ApiExchange = { ...read, url: '/dashboard-api/rates', status: 0, startedAtMs: 3 }
const strange: ApiExchange = {
  ...read,
  url: '/dashboard-api/discovery',
  startedAtMs: 4,
  deviations: [{ path: 'chains.0', message: 'Expected a chain' }],
}

beforeAll(() => [read, refused, silent, strange].forEach(recordExchange))

function show(): void {
  showPage(createElement(Fragment, null, createElement(DeveloperSection), createElement(Toasts)), {
    service: () => undefined,
  })
}

function getRow(request: string): HTMLElement {
  return screen.getByRole('row', { name: (name) => name.includes(request) })
}

function getCells(request: string): readonly string[] {
  return within(getRow(request))
    .getAllByRole('cell')
    .slice(1, 4)
    .map(({ textContent }) => textContent)
}

test('each request is listed with its method, path, status and time, newest first', () => {
  show()
  expect(getCells('/assets')).toEqual(['GET /dashboard-api/assets', '200', '12'])
  expect(getCells('/quote')).toEqual(['POST /dashboard-api/v3/quote', '422', '345'])
  expect(getCells('/rates')).toEqual(['GET /dashboard-api/rates', 'none', '12'])
  const [, first] = screen.getAllByRole('row')
  expect(first).toBe(getRow('/discovery'))
})

test('an answer that the interface does not allow is marked, with the place', () => {
  show()
  const { textContent } = getRow('/discovery')
  expect(textContent).toContain('Doesn’t match the API schema')
  expect(textContent).toContain('chains.0: Expected a chain')
  expect(getRow('/assets').textContent).not.toContain('Differs')
})

test('a request is copied as a command, and that is said', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText')
  show()
  const name = 'Copy POST /dashboard-api/v3/quote as curl'
  fireEvent.click(within(getRow('/quote')).getByRole('button', { name }))
  await waitFor(() => expect(screen.getByText('Copied as curl')).toBeTruthy())
  const { origin } = window.location
  expect(copied.mock.lastCall?.[0]).toBe(
    [
      `curl -X POST '${origin}/dashboard-api/v3/quote'`,
      `-H 'origin: ${origin}'`,
      `-H 'content-type: application/json'`,
      `--data-raw '{"to":{"asset":{"assetId":"agg:usdc"}}}'`,
    ].join(' \\\n  '),
  )
})
