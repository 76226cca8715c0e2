import { formatAmount, parseAmount } from '#protocol/ids/amount.ts'

/** Digits of a token amount that is typed in dollars: more would pretend an exact price. */
const significantDigits = 9
const dollarDecimals = 18
const priceDecimals = 15

/**
 * Converts typed dollars to a plain token amount, truncated and never rounded up; text that cannot
 * be read is kept.
 */
export function toTokenText(usd: string, of: { priceUsd: number; decimals: number }): string {
  const { decimals } = of
  const parsed = parseAmount(usd, dollarDecimals)
  if (!('units' in parsed)) return usd
  const price = scalePrice(of.priceUsd)
  if (price === 0n) return '0'
  const units =
    (parsed.units * 10n ** BigInt(priceDecimals + decimals)) /
    (price * 10n ** BigInt(dollarDecimals))
  const whole = units.toString().length - decimals
  const digits = Math.min(decimals, Math.max(2, significantDigits - whole))
  const step = 10n ** BigInt(decimals - digits)
  return formatAmount(units - (units % step), decimals)
}

/** A price with 15 decimals. Its last digits are noise where it was computed; floats would add some. */
function scalePrice(priceUsd: number): bigint {
  const [digits = '0', exponent = '0'] = priceUsd.toExponential(9).split('e')
  const shift = Number(exponent) - 9 + priceDecimals
  const whole = BigInt(digits.replace('.', ''))
  return shift < 0 ? whole / 10n ** BigInt(-shift) : whole * 10n ** BigInt(shift)
}

/** The dollars of a token amount, in full cents and never more. */
export function toFiatText(valueUsd: number | undefined): string {
  if (valueUsd === undefined || valueUsd === 0) return ''
  // A sum of floats may be a hair below the cent that is meant.
  return (Math.floor(valueUsd * 100 + 1e-6) / 100).toFixed(2)
}
