import { cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { samples } from '#testing/verifier/samples.ts'
import { buildQuoteView } from './quoteView.ts'
import { sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { RenewalLine } from './RenewalLine.tsx'

afterEach(cleanup)

const sample = samples['two chains into one']
const quote = sampleQuote(sample)
const view = buildQuoteView(quote, { choices: [], chains: new Map() })
const { from, to } = sample.request
const exact = { from: { ...from, amount: undefined }, to: { ...to, amount: '4000000000' } }

/** What is said of a quote by what is delivered that costs this much. */
function sayCost(units: bigint, decimals: number): string | null {
  const paid = { units: 4_061_830_000n, decimals: 6, symbol: 'USDC' }
  const shown = {
    view: { ...view, paid: { ...paid, units, decimals } },
    before: { ...view, paid },
    received: { quote, received: quote, request: exact, receivedAtMs: 0 },
  }
  return render(createElement(RenewalLine, { shown })).container.textContent
}

test('a quote by what is delivered says what it costs more, whatever decimals its chains have', () => {
  expect(sayCost(4_063_960_000n, 6)).toBe('Costs 2.13 USDC more than before')
  expect(sayCost(4_063_960_000n * 10n ** 12n, 18)).toBe('Costs 2.13 USDC more than before')
})

test('nothing is said of what reads the same or costs less', () => {
  expect(sayCost(4_061_830_000n, 6)).toBe('')
  expect(sayCost(4_061_830_000n * 10n ** 12n + 1n, 18)).toBe('')
  expect(sayCost(4_000_000_000n, 6)).toBe('')
})
