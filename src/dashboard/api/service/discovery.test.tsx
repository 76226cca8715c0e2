import { cleanup, screen, waitFor } from '@testing-library/react'
import { createElement, Fragment } from 'react'
import { afterEach, expect, test } from 'vitest'

import { showPage } from '#testing/dashboard/page.ts'
import { useDiscovery } from './discovery.ts'

afterEach(cleanup)

const said = {
  network: 'devnet',
  quoteSigner: `0x${'11'.repeat(32)}`,
  aggregatedPrefix: 'agg:',
  accountTypes: { roleBased: '', basic: '', eip7702: '', solana: '' },
  chains: [],
}

function Reader({ name, isNeeded }: { name: string; isNeeded: boolean }) {
  const { data } = useDiscovery({ isNeeded })
  return createElement('output', { 'aria-label': name }, data?.network ?? 'nothing')
}

function textOf(name: string): string | null {
  return screen.getByRole('status', { name }).textContent
}

test('what the service says renders anew only what needs it', async () => {
  showPage(
    createElement(
      Fragment,
      null,
      createElement(Reader, { name: 'needs it', isNeeded: true }),
      createElement(Reader, { name: 'does not', isNeeded: false }),
    ),
    {
      service: ({ pathname }) =>
        pathname.endsWith('/discovery') ? Response.json(said) : undefined,
    },
  )
  await waitFor(() => expect(textOf('needs it')).toBe('devnet'))
  expect(textOf('does not')).toBe('nothing')
})
