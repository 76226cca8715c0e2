import { cleanup, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { buildErrorResponse, showPage } from '#testing/dashboard/page.ts'
import { WelcomePage } from './WelcomePage.tsx'

afterEach(cleanup)

test('the place of "Try it now" is kept while nobody knows whether there is a faucet', () => {
  showPage(createElement(WelcomePage), { network: devnet, service: () => undefined })
  expect(screen.getByText('Try it now').closest('.invisible')).not.toBeNull()
  expect(screen.getByText('Connect a wallet').closest('.invisible')).toBeNull()
})

test('a service that refuses the address of the page is not said to be silent, and its words say what to do', async () => {
  const message = 'The pages of this service are at http://localhost. Open them there.'
  showPage(createElement(WelcomePage), {
    network: devnet,
    service: () => buildErrorResponse(403, { code: 'FORBIDDEN', message }),
  })
  await screen.findByText('The service refuses this address')
  expect(screen.getByText(message)).toBeDefined()
  expect(screen.queryByText('The service isn’t responding')).toBeNull()
})
