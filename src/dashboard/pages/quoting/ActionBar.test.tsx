import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { buildUnknownChain } from '#dashboard/components/flow/chainIdentity.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { ActionBar } from './ActionBar.tsx'
import type { QuoteAmount } from './quoteView.ts'

afterEach(cleanup)

const firth = { ...buildUnknownChain('eip155:71117001'), name: 'Firth' }
const received: QuoteAmount = {
  units: 25_000_000n,
  decimals: 6,
  symbol: 'USDC',
  valueUsd: 25,
  chain: firth,
}

test('the bar of a phone says what the quote below the form comes to, and leads there', () => {
  render(<div id="quote" />)
  const scroll = vi.fn()
  Object.assign(document.getElementById('quote') ?? {}, { scrollIntoView: scroll })
  const view = {
    received,
    minimum: received,
    legs: [received],
    paid: received,
    paidUsd: 25.1,
    fees: [],
    feesUsd: 0.1,
    feeShare: undefined,
    hasPriceRisk: false,
  }
  showPage(
    <ActionBar shown={undefined} view={view} note={undefined}>
      {undefined}
    </ActionBar>,
    { service: () => undefined },
  )
  fireEvent.click(
    screen.getByRole('button', { name: /^Delivers 25\.00 USDC on Firth, fees \$0\.10/ }),
  )
  expect(scroll).toHaveBeenCalledOnce()
})
