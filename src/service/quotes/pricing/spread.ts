import type { Asset } from '../../assetIndex.ts'
import { getDeviationBps, type PriceBook } from '../../prices/prices.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { QuoteRates } from './rates.ts'

/** What is exchanged: one asset that is given, and all that the solver delivers for it. */
type Pair = { given: Asset; delivered: readonly Asset[] }

/**
 * The solver's margin on what goes through escrow, basis points of what is given: who sees an exchange
 * knows prices before their feeds do, and asks only when it pays. Like assets are exchanged one for one,
 * whatever they are worth: their margin is the base. For unlike ones it is the base and by how much both
 * prices may be off, of several delivered assets the most; {@link QuoteRates.doubtPercent} of it.
 *
 * @returns Undefined when the sources of a price contradict each other.
 * Source: security rule 16; the rule is ours, `prices/priceDoubt.ts` says how far a price may be off.
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

/** Why a pair is not exchanged though both have a price. */
export function buildContradictedError({ given, delivered }: Pair): ServiceError {
  const names = [...new Set([given, ...delivered].map(({ symbol }) => symbol))].join(' or ')
  return new ServiceError(
    'PRICE_UNAVAILABLE',
    `Two price sources of ${names} contradict each other, so that neither is relied on now. Ask again in some minutes.`,
  )
}

/** How far like assets may differ in price before one of them counts as no longer worth the other. */
export function getLikeBoundBps(a: readonly Asset[], b: readonly Asset[]): bigint {
  return getMax(a) + getMax(b)
}

function getMax(assets: readonly Asset[]): bigint {
  return assets.reduce((most, asset) => {
    const deviation = getDeviationBps(asset)
    return deviation > most ? deviation : most
  }, 0n)
}
