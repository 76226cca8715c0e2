import { act, cleanup, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import type { Hash } from '#protocol/ids/hex.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { forgetSentQuote, keepSentQuote } from '../../api/state/openExecutions.ts'
import { StoppedNote } from './StoppedNote.tsx'

const quoteId: Hash = `0x${'11'.repeat(32)}`

afterEach(() => {
  cleanup()
  act(() => forgetSentQuote(quoteId))
})

test('a stopped review says that nothing was sent only where that is known', () => {
  const before = { evm: `0x${'22'.repeat(20)}`, solana: undefined } as const
  showPage(createElement(StoppedNote, { before }), { service: () => undefined })
  expect(screen.getByRole('alert').textContent).toContain('Nothing was sent.')
  act(() => keepSentQuote(quoteId, Date.now()))
  expect(screen.getByRole('alert').textContent).toContain('The review stopped')
  expect(screen.getByRole('alert').textContent).not.toContain('Nothing was sent.')
})
