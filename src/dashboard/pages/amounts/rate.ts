import { formatUnits } from '../../components/amounts/amounts.ts'
import type { NamedAmount } from './sumPaidAmount.ts'

/** The price of one whole token, fees included, in the units of another. */
export type Rate = {
  of: string
  in: string
  /** With {@link decimals}. */
  units: bigint
}

type RateAmount = Pick<NamedAmount, 'units' | 'decimals' | 'symbol'>

/** Decimals of a rate: enough for the smallest token in terms of the dearest. */
const decimals = 18

/** Returns how much of `price` there is for one whole unit of `one`; undefined without both. */
export function getRate(
  one: RateAmount | undefined,
  price: RateAmount | undefined,
): Rate | undefined {
  if (!one || !price || one.units === 0n || price.units === 0n) return undefined
  return { of: one.symbol, in: price.symbol, units: divide(price, one) }
}

/**
 * Returns what one received token cost; where that is far below one, what one paid token bought. A pair
 * of like worth is not turned round by every move of its price. Undefined for a transfer and while an
 * amount is not known.
 */
export function getRateOfDearer(
  paid: RateAmount | undefined,
  received: RateAmount | undefined,
): Rate | undefined {
  const cost = getRate(received, paid)
  if (!cost || cost.of === cost.in) return undefined
  return cost.units * 2n >= 10n ** BigInt(decimals) ? cost : getRate(paid, received)
}

/** Digits of a rate: more would pretend an exact price. */
const significantDigits = 6

/** Writes a rate: `1 ETH = 3,000 USDC`. Computed first, then cut, like every amount. */
export function formatRate(rate: Rate, locale: string): string {
  const { units } = rate
  const rest = units % 10n ** BigInt(Math.max(0, units.toString().length - significantDigits))
  return `1 ${rate.of} = ${formatUnits(units - rest, { decimals, locale })} ${rate.in}`
}

function divide(a: RateAmount, b: RateAmount): bigint {
  const scale = 10n ** BigInt(decimals)
  return (a.units * scale * 10n ** BigInt(b.decimals)) / (b.units * 10n ** BigInt(a.decimals))
}
