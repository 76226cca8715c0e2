import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { Dialog } from './Dialog.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a dialog opens at its title: the focus of its main control scrolls nothing', () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  render(
    <Dialog isOpen title="Add funds" onClose={vi.fn()}>
      <button type="button" data-focus>
        Far below
      </button>
    </Dialog>,
  )
  expect(document.activeElement?.textContent).toBe('Far below')
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]])
})
