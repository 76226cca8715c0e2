import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { ApiContext } from '../../api/service/apiContext.ts'
import { createApi } from '../../api/service/client.ts'
import { resetPreferences, setPreferences } from '../../api/state/preferences.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { CurrencyNote } from './CurrencyNote.tsx'
import { PreferredFormats } from '../amounts/PreferredFormats.tsx'

beforeEach(resetPreferences)
afterEach(cleanup)

/** Shows a thousand dollars and the note, with a rate of EUR of this age and none of GBP. */
function show({ ageSeconds = 60 } = {}): string[] {
  const asked: string[] = []
  const updatedAt = new Date(Date.now() - ageSeconds * 1_000).toISOString()
  const rate = { currency: 'EUR', rate: '0.925925925925', updatedAt, maxAgeSeconds: 3_600 }
  const api = createApi({
    fetch: (url) => {
      asked.push(typeof url === 'string' ? url : 'not a text')
      const body = { base: 'USD', rates: [rate], unavailableCurrencies: ['GBP', 'JPY'] }
      return Promise.resolve(Response.json(body))
    },
  })
  setPreferences({ numberLocale: 'en-US' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiContext value={api}>
        <PreferredFormats>
          <Value />
          <CurrencyNote />
        </PreferredFormats>
      </ApiContext>
    </QueryClientProvider>,
  )
  return asked
}

function Value() {
  return <span>{useFormats().usd(1_000)}</span>
}

test('a value is shown in the chosen currency, with the rate and its age', async () => {
  setPreferences({ currency: 'EUR' })
  const asked = show()
  expect(await screen.findByText('€925.93')).toBeTruthy()
  expect(screen.getByText('$1 = 0.92593 EUR').parentElement?.textContent).toMatch(
    /, rate updated .*1 min.* ago\. Each value is rounded\.$/,
  )
  expect(asked).toEqual(['/dashboard-api/rates'])
})

test.each([
  ['GBP', 60],
  ['EUR', 3_700],
] as const)(
  'without a current rate of %s values are dollars, and it is said',
  async (currency, ageSeconds) => {
    setPreferences({ currency })
    show({ ageSeconds })
    const words = `Shown in US dollars: no current rate for ${currency}.`
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByText('$1,000.00')).toBeTruthy()
  },
)

test('US dollars need no rate, and ask for none', async () => {
  const asked = show()
  expect(screen.getByText('$1,000.00')).toBeTruthy()
  await Promise.resolve()
  expect(asked).toEqual([])
})
