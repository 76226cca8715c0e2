import type { Chain } from '#chains/ports/chain.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import { cacheLatest } from '#chains/rpc/cacheLatest.ts'
import type { CurrencyFeed, Network } from '#networks/network.ts'
import { formatAmount } from '#protocol/ids/amount.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { CurrencyRate, CurrencyRates } from '#protocol/service/rates.ts'

/** How long rates are served before they are read again: feeds of currencies move within hours. */
const freshMs = 15_000
/** Decimals of a rate: enough that a billion dollars are exact to the cent. */
const rateDecimals = 12
/** Decimals of the feeds' answers. Source: Chainlink USD feeds. */
const feedDecimals = 8

/**
 * Creates the reading of a network's currency rates. They are for showing values only: no price,
 * limit or amount of the service depends on them.
 *
 * @param options.clock - Unix milliseconds; `Date.now` by default.
 * @returns Rates of feeds that are fresh; the other currencies of the network are listed.
 */
export function createCurrencyRates(options: {
  network: Pick<Network, 'currencies'>
  chains: ReadonlyMap<ChainId, Pick<Chain, 'readMarket'>>
  clock?: () => number
}): { read: () => Promise<CurrencyRates> } {
  const { network, chains, clock = Date.now } = options
  const feeds = network.currencies ?? []
  const currencies = [...new Set(feeds.map(({ currency }) => currency))]
  const chainIds = [...new Set(feeds.map(({ chainId }) => chainId))]
  return {
    read: cacheLatest(
      async () => {
        const found = await Promise.all(chainIds.map(readChain))
        const each = currencies.map((currency) => {
          return { currency, rate: found.flat().find((rate) => rate.currency === currency) }
        })
        return {
          base: 'USD',
          rates: each.flatMap(({ rate }) => rate ?? []),
          unavailableCurrencies: each.flatMap(({ rate, currency }) => (rate ? [] : [currency])),
        }
      },
      { freshMs },
    ),
  }

  async function readChain(chainId: ChainId): Promise<readonly CurrencyRate[]> {
    const own = feeds.filter((feed) => feed.chainId === chainId)
    try {
      const market = await chains.get(chainId)?.readMarket(own.map(({ feed }) => feed))
      if (!market) return []
      const clockSeconds = BigInt(Math.floor(clock() / 1000))
      const now = market.blockTime > clockSeconds ? market.blockTime : clockSeconds
      return own.flatMap((feed, index) => toRate(feed, { round: market.feeds[index], now }))
    } catch (error) {
      if (findChainUnavailableError(error)) return []
      throw error
    }
  }
}

type Round = NonNullable<Awaited<ReturnType<Chain['readMarket']>>['feeds'][number]>

function toRate(
  { currency, maxAgeSeconds }: CurrencyFeed,
  { round, now }: { round: Round | undefined; now: bigint },
): CurrencyRate[] {
  if (!round || round.answer <= 0n || now - round.updatedAt > BigInt(maxAgeSeconds)) return []
  const rate = 10n ** BigInt(rateDecimals + feedDecimals) / round.answer
  const updatedAt = new Date(Number(round.updatedAt) * 1000).toISOString()
  return [{ currency, rate: formatAmount(rate, rateDecimals), updatedAt, maxAgeSeconds }]
}
