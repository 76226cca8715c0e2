import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { ApiExchange } from './client.ts'
import { recordExchange, useExchanges } from './exchanges.ts'

const exchange: ApiExchange = {
  method: 'POST',
  url: '/dashboard-api/v3/quote',
  status: 200,
  startedAtMs: 0,
  latencyMs: 1,
  deviations: [],
}

/** Records these exchanges, oldest first, and returns what is kept. */
function keep(given: readonly Partial<ApiExchange>[]): readonly ApiExchange[] {
  const { result } = renderHook(useExchanges)
  act(() => {
    for (const one of given) recordExchange({ ...exchange, ...one })
  })
  return result.current
}

test('the last hundred requests are kept, newest first', () => {
  const kept = keep(Array.from({ length: 101 }, (_, startedAtMs) => ({ startedAtMs })))
  expect(kept.map(({ startedAtMs }) => startedAtMs)).toEqual(
    Array.from({ length: 100 }, (_, index) => 100 - index),
  )
})

test('bodies are kept until they are too long together, those of the newest first', () => {
  const kept = keep([
    { body: 'oldest' },
    { body: 'a'.repeat(300_000) },
    { method: 'GET' },
    { body: 'b'.repeat(200_000) },
    { body: 'c'.repeat(200_000) },
    { body: 'newest' },
  ])
  expect(kept.slice(0, 6).map(({ body }) => body?.length)).toEqual([
    6,
    200_000,
    200_000,
    undefined,
    undefined,
    undefined,
  ])
  expect(kept).toHaveLength(100)
})

test('an answer that differs in each of its rows does not fill the memory', () => {
  const deviations = Array.from({ length: 1000 }, (_, index) => ({
    path: `${index}`,
    message: 'no',
  }))
  expect(keep([{ deviations }])[0]?.deviations).toHaveLength(10)
})
