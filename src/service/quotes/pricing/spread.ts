import type { Asset } from '../../assetIndex.ts'
import { getDeviationBps, type PriceBook } from '../../prices/prices.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { QuoteRates } from './rates.ts'

/** An exchange: the asset given, and all assets that the solver delivers for it. */
export type Pair = { given: Asset; delivered: readonly Asset[] }

/**
 * Returns the solver's spread on an escrowed exchange, basis points of what is given. Traders who
 * watch an exchange know prices before the feeds do and trade only when it pays. Like assets,
 * exchanged one to one at any price, pay the base spread. Unlike ones also pay `doubtPercent` of
 * the uncertainty of both prices, the highest among the delivered assets.
 *
 * @returns Undefined when the sources of a price contradict each other.
 * Source: security rule 16; the rule is ours, `prices/priceDoubt.ts` defines the uncertainty.
 */
export function findSpreadBps(
  { given, delivered }: Pair,
  { book, rates }: { book: PriceBook; rates: QuoteRates },
): bigint | undefined {
  const unlike = delivered.filter(({ aggregate }) => aggregate !== given.aggregate)
  if (unlike.length === 0) return rates.solverSpreadBps
  const [mine, ...others] = [given, ...unlike].map((asset) => book.doubtBps(asset))
  if (mine === undefined) return undefined
  let most = 0n
  for (const doubt of others) {
    if (doubt === undefined) return undefined
    if (doubt > most) most = doubt
  }
  return rates.solverSpreadBps + ((mine + most) * rates.doubtPercent) / 100n
}

/** Error for a pair with prices that contradict each other. */
export function buildContradictedError({ given, delivered }: Pair): ServiceError {
  const names = [...new Set([given, ...delivered].map(({ symbol }) => symbol))].join(' or ')
  return new ServiceError(
    'PRICE_UNAVAILABLE',
    `Two price sources of ${names} contradict each other, so that neither is relied on now. Ask again in some minutes.`,
  )
}

/** Returns the price difference up to which like assets are exchanged one to one, basis points. */
export function getLikeBoundBps(a: readonly Asset[], b: readonly Asset[]): bigint {
  return getMax(a) + getMax(b)
}

function getMax(assets: readonly Asset[]): bigint {
  return assets.reduce((most, asset) => {
    const deviation = getDeviationBps(asset)
    return deviation > most ? deviation : most
  }, 0n)
}
