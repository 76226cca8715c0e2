// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { createElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import { showPage } from '#testing/dashboard/page.ts'
import { sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { samples } from '#testing/verifier/samples.ts'
import { reviewParts } from './review/reviewParts.ts'
import { useLiveQuote } from './useLiveQuote.ts'

afterEach(cleanup)

const sample = samples['two chains into one']
type ReviewParts = typeof reviewParts
let endLoading: ((parts: ReviewParts) => void) | undefined
const loading = new Promise<ReviewParts>((resolve) => {
  endLoading = resolve
})

/** Asks for a quote, while the verifier's code arrives when the test says so. */
function Asking() {
  const queries = useQueryClient()
  useState(() => void queries.prefetchQuery({ queryKey: ['reviewParts'], queryFn: () => loading }))
  const { shown, isAsking } = useLiveQuote(sample.request, {
    choices: [],
    chains: new Map(),
    foreignRecipient: undefined,
    isPaused: false,
  })
  const state = isAsking ? 'asking' : 'there'
  return createElement('output', null, `${state}, ${shown ? 'shown' : 'not shown'}`)
}

test('a quote that arrives before its verifier is still being asked for', async () => {
  let answered = 0
  showPage(createElement(Asking), {
    service({ pathname }) {
      if (!pathname.endsWith('/quote')) return undefined
      answered += 1
      return Response.json(sampleQuote(sample))
    },
  })
  await waitFor(() => expect(answered).toBe(1))
  // Time for the answer to be read and rendered.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.getByRole('status').textContent).toBe('asking, not shown')
  endLoading?.(reviewParts)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('there, shown'))
})
