import { act, cleanup, waitFor } from '@testing-library/react'
import { createElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import { recordedCalls } from '#testing/verifier/recordedCalls.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { usePreparing } from './useCallForm.ts'

const [recorded] = recordedCalls.values()
if (!recorded) throw new Error('Expected a recorded call.')
const { request, prepared } = recorded
/** The same form, once a simulation says that the calls need nothing. */
const simulated = { ...request, tokensRequired: [] }

afterEach(cleanup)

/** A form over a service that answers when it is told to. */
function openForm() {
  type Given = Parameters<typeof usePreparing>[0]
  const asked: { body: unknown; answer: () => void }[] = []
  const given: { current?: ReturnType<typeof usePreparing>; set?: (next: Given) => void } = {}
  const received: unknown[] = []
  function Form() {
    const [form, setForm] = useState<Given>({ form: 'a', request })
    given.set = setForm
    given.current = usePreparing(form, (one) => received.push(one?.request))
    return null
  }
  showPage(createElement(Form), {
    service: (_url, body) =>
      new Promise((resolve) =>
        asked.push({ body, answer: () => resolve(Response.json(prepared)) }),
      ),
  })
  return {
    asked,
    received,
    prepare: () => act(() => given.current?.prepare()),
    change: (next: Given) => act(() => given.set?.(next)),
    isPreparing: () => given.current?.isPreparing,
  }
}

test('what is asked for goes on when the calls turn out to need something else meanwhile', async () => {
  const form = openForm()
  form.prepare()
  await waitFor(() => expect(form.asked.map(({ body }) => body)).toEqual([request]))
  form.change({ form: 'a', request: undefined })
  form.asked[0]?.answer()
  await act(async () => undefined)
  expect(form.isPreparing()).toBe(true)
  form.change({ form: 'a', request: simulated })
  await waitFor(() => expect(form.asked.map(({ body }) => body)).toEqual([request, simulated]))
  form.asked[1]?.answer()
  await waitFor(() => expect(form.received).toEqual([simulated]))
  expect(form.isPreparing()).toBe(false)
})

test('a form that the user changes meanwhile is not prepared', async () => {
  const form = openForm()
  form.prepare()
  await waitFor(() => expect(form.asked).toHaveLength(1))
  form.change({ form: 'b', request: simulated })
  form.asked[0]?.answer()
  await act(async () => undefined)
  expect(form.isPreparing()).toBe(false)
  expect(form.asked).toHaveLength(1)
  expect(form.received).toEqual([])
})
