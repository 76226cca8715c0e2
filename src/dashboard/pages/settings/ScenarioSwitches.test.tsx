import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { ScenarioSwitch } from '#protocol/service/devnet.ts'
import { buildErrorResponse, showPage } from '#testing/dashboard/page.ts'
import { ScenarioSwitches } from './ScenarioSwitches.tsx'

afterEach(cleanup)

test('scenarios are shown to an operator and switched, each with what it does', async () => {
  let isActive = false
  showPage(createElement(ScenarioSwitches), {
    service({ pathname }, body) {
      if (pathname !== '/devnet/scenarios') return undefined
      if (body !== undefined) isActive = ScenarioSwitch.parse(body).active
      return Response.json([
        { name: 'empty-inventory', active: isActive, description: 'The solver holds nothing.' },
      ])
    },
  })
  expect(screen.queryByRole('switch')).toBeNull()
  fireEvent.change(screen.getByLabelText('Operator key'), { target: { value: 'key' } })
  fireEvent.click(screen.getByRole('button', { name: 'Show scenarios' }))
  const toggle = await screen.findByRole('switch', { name: 'The solver holds nothing.' })
  expect(toggle.getAttribute('aria-checked')).toBe('false')
  fireEvent.click(toggle)
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'))
  expect(isActive).toBe(true)
})

test('a key that may not operate the devnet is told so, and nothing is asked without a key', async () => {
  let asked = 0
  showPage(createElement(ScenarioSwitches), {
    service() {
      asked += 1
      return buildErrorResponse(403, { code: 'FORBIDDEN', message: 'This key may not do that.' })
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Show scenarios' }))
  expect(asked).toBe(0)
  fireEvent.change(screen.getByLabelText('Operator key'), { target: { value: 'other' } })
  fireEvent.click(screen.getByRole('button', { name: 'Show scenarios' }))
  await screen.findByText('This key may not do that.')
})
