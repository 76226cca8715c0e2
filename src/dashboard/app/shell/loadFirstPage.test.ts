import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { loadFirstPage } from './loadFirstPage.ts'
import { ExecutionPage, SwapPage } from './routes.tsx'

const root = document.documentElement

beforeEach(() => {
  for (const page of [ExecutionPage, SwapPage])
    vi.spyOn(page, 'preload').mockRejectedValue(new Error('offline'))
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
  root.removeAttribute('data-shell')
  root.removeAttribute('data-base')
})

test.each([
  { path: '/swap', base: '', shell: 'page', page: SwapPage },
  { path: '/estuary/executions/1', base: '/estuary', shell: 'page', page: ExecutionPage },
])('the page at $path below "$base" is loaded in advance', async ({ path, page, ...said }) => {
  history.replaceState(null, '', path)
  Object.assign(root.dataset, said)
  await loadFirstPage()
  expect(page.preload).toHaveBeenCalledOnce()
})

test('a page that takes long is not waited for', async () => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/swap')
  vi.spyOn(SwapPage, 'preload').mockReturnValue(new Promise(() => undefined))
  let isReady = false
  const ready = loadFirstPage().then(() => (isReady = true))
  await vi.advanceTimersByTimeAsync(999)
  expect(isReady).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await ready
})
