/** Digits of a token amount that is typed in dollars: more would pretend an exact price. */
const significantDigits = 9

/** Converts typed dollars to a plain token amount; text that cannot be read is kept. */
export function toTokenText(usd: string, of: { priceUsd: number; decimals: number }): string {
  if (!/^\d*\.?\d*$/.test(usd) || !/\d/.test(usd)) return usd
  const tokens = Number(usd) / of.priceUsd
  if (!Number.isFinite(tokens) || tokens === 0) return usd === '' ? '' : '0'
  const whole = Math.max(0, Math.floor(Math.log10(tokens)) + 1)
  const digits = Math.min(of.decimals, Math.max(2, significantDigits - whole))
  return trimZeros(tokens.toFixed(Math.min(digits, 100)))
}

/** The dollars of a token amount, to the cent. */
export function toFiatText(valueUsd: number | undefined): string {
  return valueUsd === undefined || valueUsd === 0 ? '' : valueUsd.toFixed(2)
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
