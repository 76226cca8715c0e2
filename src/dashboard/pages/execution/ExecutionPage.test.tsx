import { cleanup, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { showPage } from '#testing/dashboard/page.ts'
import { ExecutionPage } from './ExecutionPage.tsx'

afterEach(cleanup)

test('while an execution is being read its shape stands there at once', () => {
  const page = createElement(ExecutionPage, { quoteId: `0x${'ab'.repeat(32)}` })
  showPage(page, { service: () => new Promise<Response>(() => undefined) })
  expect(screen.getByRole('heading', { name: 'Execution' })).toBeDefined()
  expect(screen.getByRole('status').textContent).toContain('Loading')
  expect(document.querySelectorAll('[aria-busy="true"] .skel')).toHaveLength(3)
})
