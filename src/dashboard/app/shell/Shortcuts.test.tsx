import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Shortcuts } from './Shortcuts.tsx'

let pressed: string[]

beforeEach(() => {
  pressed = []
  // Nothing is laid out here: all of it counts as visible.
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockImplementation(() =>
    Object.assign([new DOMRect()], { item: () => new DOMRect() }),
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Main({ name }: { name: string }) {
  return (
    <button type="button" className="btn-primary" onClick={() => pressed.push(name)}>
      {name}
    </button>
  )
}

function press(repeat = false): void {
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true, repeat })
}

test('Ctrl+Enter presses the main button once, however long it is held', () => {
  render(
    <>
      <Shortcuts />
      <Main name="Sign" />
    </>,
  )
  press()
  press(true)
  expect(pressed).toEqual(['Sign'])
})

test('Ctrl+Enter never accepts a worse quote', () => {
  render(
    <>
      <Shortcuts />
      <div data-worse-quote>
        <Main name="Use new quote" />
      </div>
    </>,
  )
  press()
  expect(pressed).toEqual([])
})
