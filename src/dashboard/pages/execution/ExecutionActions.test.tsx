import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement, Fragment } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { closeExecution, openExecution, useOpenExecutions } from '../../api/state/openExecutions.ts'
import { Toasts } from '../../components/overlays/Toasts.tsx'
import { ExecutionActions } from './ExecutionActions.tsx'
import { buildExecutionView } from './view/executionView.ts'

const quoteId = `0x${'0c'.repeat(32)}` as const
const title = 'Swap 5.00 USDC for ETH'
/** Whether the browser was asked for its permission, and what it says. */
const ask = vi.fn<() => Promise<NotificationPermission>>()

beforeEach(() => {
  ask.mockResolvedValue('granted')
  vi.stubGlobal('Notification', { requestPermission: ask })
  act(() => openExecution(quoteId, Date.now()))
  const sources = { network: devnetWithSolana, status: undefined, trace: undefined }
  const view = buildExecutionView({ ...sources, chains: new Map(), record: undefined })
  const actions = createElement(ExecutionActions, {
    view,
    record: undefined,
    title,
    sources: { ...sources, quoteId, quoteSigner: undefined, signed: undefined },
  })
  showPage(createElement(Fragment, null, actions, createElement(Awaited), createElement(Toasts)), {
    service: () => undefined,
  })
})
afterEach(() => {
  cleanup()
  act(() => closeExecution(quoteId))
  ask.mockReset()
  vi.unstubAllGlobals()
})

/** Under which titles the user wants to be told. */
function Awaited() {
  return useOpenExecutions().map(({ awaited }) => `Awaited: ${awaited}`)
}

function getButton(): HTMLElement {
  return screen.getByRole('button', { name: 'Notify me when done' })
}

test('the permission for notifications is asked by the press only, and a second one takes it back', async () => {
  expect(ask).not.toHaveBeenCalled()
  expect(getButton().getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(getButton())
  await waitFor(() => expect(getButton().getAttribute('aria-pressed')).toBe('true'))
  expect(ask).toHaveBeenCalledOnce()
  screen.getByText(`Awaited: ${title}`)
  fireEvent.click(getButton())
  expect(getButton().getAttribute('aria-pressed')).toBe('false')
  screen.getByText('Awaited: undefined')
  expect(ask).toHaveBeenCalledOnce()
  expect(screen.queryByText(/Notifications are off/)).toBeNull()
})

test('a browser that refuses is said at once, with what tells it instead', async () => {
  ask.mockResolvedValue('denied')
  fireEvent.click(getButton())
  await screen.findByText(
    'Notifications are off in this browser. The tab title will change instead',
  )
  expect(getButton().getAttribute('aria-pressed')).toBe('true')
})
