import { expect, test } from 'vitest'

import { ChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import type { FeedRound, Market } from '#chains/ports/chain.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { createCurrencyRates } from './currencyRates.ts'

const chainId: ChainId = 'eip155:71117001'
const nowSeconds = 1_800_000_000n

/** Rates of the devnet's currencies (EUR, GBP, JPY) where their chain answers this. */
function read(rounds: readonly (Partial<FeedRound> | undefined)[] | 'down', other?: ChainId) {
  const market = { blockNumber: 1n, blockTime: nowSeconds, gasPrice: 1n } as const
  const chain = {
    readMarket: async (): Promise<Market> => {
      if (rounds === 'down') throw new ChainUnavailableError(chainId, { reason: 'it is down' })
      const feeds = rounds.map(
        (round) => round && { answer: 1n, startedAt: 0n, updatedAt: nowSeconds, ...round },
      )
      return { ...market, feeds }
    },
  }
  const chains = new Map([[other ?? chainId, chain]])
  return createCurrencyRates({ network: devnet, chains, clock: () => 0 }).read()
}

test('a dollar is worth the inverse of what the feed says, with the age of the feed', async () => {
  const rounds = [{ answer: 125_000_000n, updatedAt: nowSeconds - 60n }, undefined, undefined]
  expect(await read(rounds)).toEqual({
    base: 'USD',
    rates: [
      { currency: 'EUR', rate: '0.8', updatedAt: '2027-01-15T07:59:00.000Z', maxAgeSeconds: 3_600 },
    ],
    unavailableCurrencies: ['GBP', 'JPY'],
  })
  const { rates } = await read([
    { answer: 108_000_000n },
    { answer: 126_000_000n },
    { answer: 650_000n },
  ])
  expect(rates.map(({ rate }) => rate)).toEqual([
    '0.925925925925',
    '0.79365079365',
    '153.846153846153',
  ])
})

test('a rate that is too old, or is none, is left out and named', async () => {
  const old = { answer: 108_000_000n, updatedAt: nowSeconds - 3_601n }
  const oldest = { ...old, updatedAt: nowSeconds - 3_600n }
  const { rates, unavailableCurrencies } = await read([oldest, old, { answer: 0n }])
  expect(rates.map(({ currency }) => currency)).toEqual(['EUR'])
  expect(unavailableCurrencies).toEqual(['GBP', 'JPY'])
})

test('a chain that does not answer leaves all its currencies without a rate', async () => {
  const { rates, unavailableCurrencies } = await read('down')
  expect([rates, unavailableCurrencies]).toEqual([[], ['EUR', 'GBP', 'JPY']])
})

test('the next chain is asked where the first has no rate', async () => {
  const rounds = [{ answer: 108_000_000n }, { answer: 126_000_000n }, undefined]
  const { rates, unavailableCurrencies } = await read(rounds, 'eip155:71117002')
  expect(rates.map(({ currency }) => currency)).toEqual(['EUR', 'GBP'])
  expect(unavailableCurrencies).toEqual(['JPY'])
})

test('a network without feeds of currencies has none', async () => {
  const rates = createCurrencyRates({ network: {}, chains: new Map() })
  expect(await rates.read()).toEqual({ base: 'USD', rates: [], unavailableCurrencies: [] })
})
