// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { createElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { feedPricesOptions } from '#dashboard/api/chains/feedPrices.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { samples } from '#testing/verifier/samples.ts'
import { reviewParts } from './review/reviewParts.ts'
import { useLiveQuote } from './useLiveQuote.ts'

afterEach(cleanup)

const sample = samples['two chains into one']
type ReviewParts = typeof reviewParts
type Prices = ReadonlyMap<string, number>

test('a quote that arrives before its verifier is still being asked for', async () => {
  const parts = hold<ReviewParts>()
  await askForQuote({ parts: parts.promise, prices: Promise.resolve(new Map()) })
  expect(state()).toBe('asking, not shown')
  parts.resolve(reviewParts)
  await waitFor(() => expect(state()).toBe('there, shown'))
})

test('a quote that arrives before the prices it is compared with is still being asked for', async () => {
  const prices = hold<Prices>()
  await askForQuote({ parts: Promise.resolve(reviewParts), prices: prices.promise })
  expect(state()).toBe('asking, not shown')
  prices.resolve(new Map())
  await waitFor(() => expect(state()).toBe('there, shown'))
})

test('a quote does not wait for price feeds that stay silent', async () => {
  const silent = new Promise<Prices>(() => undefined)
  await askForQuote({ parts: Promise.resolve(reviewParts), prices: silent })
  expect(state()).toBe('asking, not shown')
  await waitFor(() => expect(state()).toBe('there, shown'))
})

type Arriving = { parts: Promise<ReviewParts>; prices: Promise<Prices> }

/** Asks for a quote, which the service answers, while the rest arrives when the test says so. */
async function askForQuote(arriving: Arriving): Promise<void> {
  let answered = 0
  showPage(createElement(Asking, arriving), {
    service({ pathname }) {
      if (!pathname.endsWith('/quote')) return undefined
      answered += 1
      return Response.json(sampleQuote(sample))
    },
  })
  await waitFor(() => expect(answered).toBe(1))
  // Time for the answer to be read and rendered.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
}

function Asking({ parts, prices }: Arriving) {
  const queries = useQueryClient()
  useState(() => {
    void queries.prefetchQuery({ queryKey: ['reviewParts'], queryFn: () => parts })
    const { queryKey } = feedPricesOptions(devnetWithSolana, undefined)
    void queries.prefetchQuery({ queryKey, queryFn: () => prices })
  })
  const { shown, isAsking } = useLiveQuote(sample.request, {
    choices: [],
    chains: new Map(),
    foreignRecipient: undefined,
    isPaused: false,
  })
  const where = isAsking ? 'asking' : 'there'
  return createElement('output', null, `${where}, ${shown ? 'shown' : 'not shown'}`)
}

/** A value that arrives when the test says so. */
function hold<Value>() {
  const settlers: ((value: Value) => void)[] = []
  const promise = new Promise<Value>((resolve) => settlers.push(resolve))
  return { promise, resolve: (value: Value) => settlers[0]?.(value) }
}

function state() {
  return screen.getByRole('status').textContent
}
