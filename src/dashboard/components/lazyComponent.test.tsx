import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import { lazyComponent, LoadError } from './lazyComponent.tsx'

afterEach(cleanup)

function Counter(props: { name: string }) {
  const [count, setCount] = useState(0)
  return <button onClick={() => setCount(count + 1)}>{`${props.name} ${count}`}</button>
}

function show(Page: (props: { name: string }) => React.ReactNode, name = 'Swap') {
  return (
    <Suspense fallback="Loading">
      <Page name={name} />
    </Suspense>
  )
}

test('what has loaded is shown without a fallback', async () => {
  const Page = lazyComponent(async () => Counter)
  await Page.preload()
  render(show(Page))
  expect(screen.getByText('Swap 0')).toBeTruthy()
})

test('what loads shows the fallback, and keeps its state once it is there', async () => {
  const line = new EventTarget()
  const Page = lazyComponent(async () => {
    await new Promise((loaded) => line.addEventListener('loaded', loaded))
    return Counter
  })
  const view = render(show(Page))
  expect(screen.getByText('Loading')).toBeTruthy()
  await act(async () => line.dispatchEvent(new Event('loaded')))
  const button = await screen.findByText('Swap 0')
  act(() => button.click())
  view.rerender(show(Page, 'Send'))
  expect(screen.getByText('Send 1')).toBeTruthy()
})

test('what could not be loaded is asked for again', async () => {
  let attempts = 0
  const Page = lazyComponent(async () => {
    attempts += 1
    if (attempts === 1) throw new Error('offline')
    return Counter
  })
  await expect(Page.preload()).rejects.toThrow(LoadError)
  render(show(Page))
  expect(await screen.findByText('Swap 0')).toBeTruthy()
})
