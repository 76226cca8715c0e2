import { cleanup, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { showPage } from '#testing/dashboard/page.ts'
import { hangMs } from '#testing/hangMs.ts'
import { ExecutionPage } from './ExecutionPage.tsx'

afterEach(cleanup)

test('while an execution is being read its shape stands there at once', () => {
  const page = createElement(ExecutionPage, { quoteId: `0x${'ab'.repeat(32)}` })
  showPage(page, { service: () => new Promise<Response>(() => undefined) })
  expect(screen.getByRole('heading', { name: 'Execution' })).toBeDefined()
  expect(screen.getByRole('status').textContent).toContain('Loading')
  expect(document.querySelectorAll('[aria-busy="true"] .skel')).toHaveLength(3)
})

test('a service that failed is asked again without the page leaving the screen', async () => {
  const page = createElement(ExecutionPage, { quoteId: `0x${'ab'.repeat(32)}` })
  let asked = 0
  showPage(page, {
    service({ pathname }) {
      if (!pathname.endsWith('/get-execution-status')) return undefined
      asked += 1
      return asked === 1 ? new Response('', { status: 502 }) : new Promise(() => undefined)
    },
  })
  const note = await screen.findByText('The service isn’t responding')
  await vi.waitFor(() => expect(asked).toBe(2), { timeout: hangMs })
  expect(note.isConnected).toBe(true)
  expect(document.querySelector('.skel')).toBeNull()
})
