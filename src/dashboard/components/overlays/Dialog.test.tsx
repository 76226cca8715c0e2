import { cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { Dialog } from './Dialog.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a dialog opens at its title: the focus of its main control scrolls nothing', () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  const children = createElement('button', { 'data-focus': true }, 'Far below')
  render(createElement(Dialog, { isOpen: true, title: 'Add funds', onClose: vi.fn(), children }))
  expect(document.activeElement?.textContent).toBe('Far below')
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]])
})
