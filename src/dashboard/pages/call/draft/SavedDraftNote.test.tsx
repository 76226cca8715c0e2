import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import type { Hash } from '#protocol/ids/hex.ts'
import { forgetSentQuote, keepSentQuote } from '#dashboard/api/state/openExecutions.ts'
import { SavedDraftNote } from './SavedDraftNote.tsx'

const id: Hash = `0x${'11'.repeat(32)}`

afterEach(() => {
  cleanup()
  act(() => forgetSentQuote(id))
})

test('a saved call is said to be unsent only where that is known', () => {
  const saved = { search: '', entered: [], call: { request: {} }, quoted: { quote: { id } } }
  const model: object = { savedDraft: { saved }, owner: {}, form: {} }
  if (!isModel(model)) throw new Error('A model has a saved draft.')
  const { container } = render(<SavedDraftNote model={model} />)
  expect(container.textContent).toContain('It wasn’t sent, so nothing moved.')
  act(() => keepSentQuote(id, Date.now()))
  expect(container.textContent).toContain('It was sent, but the service hasn’t confirmed it.')
})

/** The note reads no more of a model than it has here. */
function isModel(value: object): value is SavedDraftNote.Props['model'] {
  return 'savedDraft' in value
}
