import { expect, test } from 'vitest'

import { createStops, type Stop } from '#testing/failures/stops.ts'
import { type TestServices, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { readBalancesAround } from '#testing/harness/ledger.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const harness = setUpHarness({ funds: [['Firth', 'USDC', 36_000_000n]] })
const { accept, asset, createServices, execute, requestQuote } = harness

/** A signed quote over two chains. */
function quoteSwap(services: TestServices) {
  const [from, to] = [asset('Firth', 'USDC'), asset('Delta', 'USDC')]
  return requestQuote({ from, amount: '8000000', to }, services)
}

const moments: Stop[] = [
  { at: 'deposit', when: 'before sign' },
  { at: 'fill', when: 'before sign' },
]

test.each(moments)(
  'a backup made $when of a $at is restored after all was done: nothing is done twice, and it goes on',
  async (moment) => {
    const stops = createStops()
    const services = createServices({ onFailpoint: stops.onFailpoint })
    await services.start()
    const quote = await quoteSwap(services)
    const reached = stops.hold(quote.id, moment)
    await accept(quote, services)
    await reached
    await services.stop()
    const backup = await harness.database.copy()
    try {
      const after = createServices()
      await after.start()
      expect(await waitUntilTerminal(after, { quoteId: quote.id })).toMatchObject({
        status: 'COMPLETED',
      })
      await after.stop()

      const before = await readBalancesAround(harness, quote)
      const restored = createServices({ storage: backup.storage })
      await restored.start()
      const record = await waitUntilTerminal(restored, { quoteId: quote.id })
      expect(record).toMatchObject({ status: 'COMPLETED' })
      expect(await readBalancesAround(harness, quote)).toEqual(before)
      const next = await quoteSwap(restored)
      expect(await execute(next, restored)).toMatchObject({ status: 'COMPLETED' })
      await restored.stop()
    } finally {
      await backup.stop()
    }
  },
)
