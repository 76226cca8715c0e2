import { expect, test } from 'vitest'

import { ServiceError } from '../../ServiceError.ts'
import { createQuoteErrorCache } from './quoteErrorCache.ts'

const junk = new ServiceError('INVALID_SIGNATURE', 'Not signed.')
const mine = { apiKey: 'a', quoteId: '0x01' }

async function refuse(
  quotes: ReturnType<typeof createQuoteErrorCache>,
  { of = mine, times, error = junk }: { of?: object; times: number; error?: Error },
): Promise<unknown[]> {
  const outcomes: unknown[] = []
  for (let time = 0; time < times; time += 1)
    outcomes.push(
      await quotes
        .run({ ...mine, ...of }, () => Promise.reject(error))
        .catch((refusal: unknown) => refusal),
    )
  return outcomes
}

test('a quote that a client had refused ten times is not looked at any more, for a while', async () => {
  let now = 0
  const quotes = createQuoteErrorCache({ now: () => now })
  expect(await refuse(quotes, { times: 10 })).toEqual(Array.from({ length: 10 }, () => junk))
  let looked = 0
  async function look(): Promise<void> {
    looked += 1
  }
  await expect(quotes.run(mine, look)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    retryAfterSeconds: 120,
  })
  expect(looked).toBe(0)
  now = 120_000
  await quotes.run(mine, look)
  expect(looked).toBe(1)
})

test.each([
  ['another client', { apiKey: 'b' }],
  ['another visitor', { visitor: '10.0.0.0' }],
  ['another quote', { quoteId: '0x02' }],
])('%s is not kept from anything by it', async (_name, of) => {
  const quotes = createQuoteErrorCache()
  await refuse(quotes, { times: 20 })
  expect(await quotes.run({ ...mine, ...of }, async () => 'accepted')).toBe('accepted')
})

test('what may be over in a moment does not count', async () => {
  const quotes = createQuoteErrorCache()
  const error = new ServiceError('CHAIN_UNAVAILABLE', 'No answer.')
  await refuse(quotes, { times: 20, error })
  expect(await quotes.run(mine, async () => 'accepted')).toBe('accepted')
})

test('so many quotes are remembered, and no more', async () => {
  const quotes = createQuoteErrorCache()
  await refuse(quotes, { times: 10 })
  for (let index = 0; index < 10_000; index += 1)
    await refuse(quotes, { times: 1, of: { quoteId: `0x${index}0` } })
  expect(await quotes.run(mine, async () => 'accepted')).toBe('accepted')
})
