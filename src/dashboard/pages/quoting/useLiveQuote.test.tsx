import { useQueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement, Fragment, useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { QuoteRequest } from '#protocol/quotes/quote.ts'
import { feedPricesOptions } from '#dashboard/api/chains/feedPrices.ts'
import { resetPreferences, setPreferences } from '#dashboard/api/state/preferences.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { type Sample, samplePrices } from '#testing/verifier/sampleCase.ts'
import { sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { samples } from '#testing/verifier/samples.ts'
import { QuoteHead } from './QuoteHead.tsx'
import type { AssetChoice } from './assets/assetChoices.ts'
import { reviewParts } from './review/reviewParts.ts'
import { useLiveQuote } from './useLiveQuote.ts'

afterEach(() => {
  cleanup()
  resetPreferences()
})

const sample = samples['two chains into one']
const choices: readonly AssetChoice[] = []
const chains: ReadonlyMap<string, ChainIdentity> = new Map()
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

test('three letters typed one after the other ask once, and a press on Refresh asks again', async () => {
  const asked: unknown[] = []
  let askedAtMs = 0
  const arriving = { parts: Promise.resolve(reviewParts), prices: Promise.resolve(new Map()) }
  showPage(createElement(Form, arriving), {
    service({ pathname }, body) {
      if (!pathname.endsWith('/quote')) return undefined
      askedAtMs = performance.now()
      asked.push(QuoteRequest.parse(body).from.amount)
      return Response.json(sampleQuote(sample))
    },
  })
  const field = screen.getByRole('textbox')
  for (const value of ['1', '12']) fireEvent.change(field, { target: { value } })
  // The time is counted from somewhere in this change.
  const typedAtMs = performance.now()
  fireEvent.change(field, { target: { value: '125' } })
  await waitFor(() => expect(state()).toBe('there, shown'))
  expect(asked).toEqual(['125'])
  // A timer may end a millisecond early.
  expect(askedAtMs - typedAtMs).toBeGreaterThan(340)
  fireEvent.click(screen.getByRole('button', { name: 'Refresh quote' }))
  await waitFor(() => expect(asked).toEqual(['125', '125']))
})

test('a loss is asked about from where the user wants to be asked, at once where that changes', async () => {
  const { to } = sample
  const amount = (to.amount * 96n) / 100n
  const lossy = { ...sample, to: { ...to, amount, minimumAmount: (amount * 99n) / 100n } }
  const parts = Promise.resolve(reviewParts)
  await askForQuote({ parts, prices: Promise.resolve(samplePrices), answer: lossy })
  await waitFor(() => expect(state()).toBe('there, shown, impact caution'))
  act(() => setPreferences({ confirmImpactBps: 300 }))
  expect(state()).toBe('there, shown, impact confirm')
})

test('a renewed quote says what it delivers less than the one before, until another is no worse', async () => {
  const { to } = sample
  const less = { ...to, amount: to.amount - 2n, minimumAmount: to.minimumAmount - 2n }
  const answers = [sample, { ...sample, to: less }]
  let answered = 0
  const arriving = { parts: Promise.resolve(reviewParts), prices: Promise.resolve(new Map()) }
  showPage(createElement(Asking, { ...arriving, request: sample.request }), {
    service({ pathname }) {
      if (!pathname.endsWith('/quote')) return undefined
      answered += 1
      return Response.json(sampleQuote(answers[answered - 1] ?? sample))
    },
  })
  await waitFor(() => expect(state()).toContain('there, shown'))
  expect(screen.queryByText(/than before/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Refresh quote' }))
  await screen.findByText('Delivers 2 units less than before')
  fireEvent.click(screen.getByRole('button', { name: 'Refresh quote' }))
  await waitFor(() => expect(screen.queryByText(/than before/)).toBeNull())
  expect(answered).toBe(3)
})

type Arriving = { parts: Promise<ReviewParts>; prices: Promise<Prices>; answer?: Sample }

/** Asks for a quote, which the service answers, while the rest arrives when the test says so. */
async function askForQuote(arriving: Arriving): Promise<void> {
  let answered = 0
  showPage(createElement(Asking, { ...arriving, request: sample.request }), {
    service({ pathname }) {
      if (!pathname.endsWith('/quote')) return undefined
      answered += 1
      return Response.json(sampleQuote(arriving.answer ?? sample))
    },
  })
  await waitFor(() => expect(answered).toBe(1))
  // Time for the answer to be read and rendered.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
}

/** A form whose amount is typed, and the quote for it once it is there. */
function Form(arriving: Arriving) {
  const [amount, setAmount] = useState('')
  const { from, to } = sample.request
  const request = amount === '' ? undefined : { from: { ...from, amount }, to }
  return createElement(
    Fragment,
    null,
    createElement('input', { value: amount, onChange: ({ target }) => setAmount(target.value) }),
    createElement(Asking, { ...arriving, request }),
  )
}

function Asking({ parts, prices, request }: Arriving & { request: QuoteRequest | undefined }) {
  const queries = useQueryClient()
  useState(() => {
    void queries.prefetchQuery({ queryKey: ['reviewParts'], queryFn: () => parts })
    const { queryKey } = feedPricesOptions(devnetWithSolana, undefined)
    void queries.prefetchQuery({ queryKey, queryFn: () => prices })
  })
  const { shown, isAsking, refresh } = useLiveQuote(request, {
    choices,
    chains,
    foreignRecipient: undefined,
    isPaused: false,
  })
  const where = isAsking ? 'asking' : 'there'
  const losses = shown?.risks.filter(({ id }) => id === 'impact' || id === 'fees') ?? []
  const words = [
    where,
    shown ? 'shown' : 'not shown',
    ...losses.map(({ id, level }) => `${id} ${level}`),
  ]
  return createElement(
    Fragment,
    null,
    createElement('output', { 'aria-label': 'State' }, words.join(', ')),
    shown && createElement(QuoteHead, { shown, isAsking, onRefresh: refresh }),
  )
}

/** A value that arrives when the test says so. */
function hold<Value>() {
  const settlers: ((value: Value) => void)[] = []
  const promise = new Promise<Value>((resolve) => settlers.push(resolve))
  return { promise, resolve: (value: Value) => settlers[0]?.(value) }
}

function state() {
  return screen.getByRole('status', { name: 'State' }).textContent
}
