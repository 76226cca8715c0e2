import { formatAmount, parseAmount } from '#protocol/ids/amount.ts'
import { roundHalfUp } from './worth.ts'

/** Digits of a token amount that is typed in money: more would pretend an exact price. */
const significantDigits = 9
const moneyDecimals = 18
const priceDecimals = 15

/**
 * Converts typed money to a plain token amount, truncated and never rounded up; text that cannot
 * be read is kept.
 */
export function toTokenText(money: string, of: { price: number; decimals: number }): string {
  const { decimals } = of
  const parsed = parseAmount(money, moneyDecimals)
  if (!('units' in parsed)) return money
  const price = scalePrice(of.price)
  if (price === 0n) return '0'
  const units =
    (parsed.units * 10n ** BigInt(priceDecimals + decimals)) /
    (price * 10n ** BigInt(moneyDecimals))
  const whole = units.toString().length - decimals
  const digits = Math.min(decimals, Math.max(2, significantDigits - whole))
  const step = 10n ** BigInt(decimals - digits)
  return formatAmount(units - (units % step), decimals)
}

/** A price with 15 decimals. Its last digits are noise where it was computed; floats would add some. */
function scalePrice(price: number): bigint {
  const [digits = '0', exponent = '0'] = price.toExponential(9).split('e')
  const shift = Number(exponent) - 9 + priceDecimals
  const whole = BigInt(digits.replace('.', ''))
  return shift < 0 ? whole / 10n ** BigInt(-shift) : whole * 10n ** BigInt(shift)
}

/** The money that a token amount is worth, rounded to the digits of its currency as it is shown. */
export function toFiatText(worth: number | undefined, digits: number): string {
  if (worth === undefined || worth === 0) return ''
  return (roundHalfUp(worth * 10 ** digits) / 10 ** digits).toFixed(digits)
}
