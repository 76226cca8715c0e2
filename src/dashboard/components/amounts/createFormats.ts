import { type AmountFormat, formatUnits, formatShare, formatUsd } from './amounts.ts'

/** An amount of an asset and, where known, its value in US dollars. */
export type FormattableAmount = {
  units: bigint
  decimals: number
  symbol: string
  valueUsd?: number | undefined
}

/** Number formatters of one locale. */
export type Formats = {
  locale: string
  /** Formats an amount in smallest units; asterisks while amounts are hidden. */
  amount: (units: bigint, format: Omit<AmountFormat, 'locale'>) => string
  /** Like {@link Formats.amount} with the detail of quotes, followed by the ticker. */
  asset: (amount: FormattableAmount) => string
  /** Formats US dollars; asterisks while amounts are hidden. */
  usd: (valueUsd: number) => string
  /** Formats a fraction of one as a percentage; one decimal unless `digits` is 0. */
  share: (fraction: number, digits?: 0 | 1) => string
}

/** Creates the number formatters of a locale; `hideAmounts` replaces amounts by asterisks. */
export function createFormats(options: { locale: string; hideAmounts?: boolean }): Formats {
  const { locale, hideAmounts = false } = options
  // The dots of the typeface are squares.
  const hidden = '*'.repeat(4)
  function amount(units: bigint, format: Omit<AmountFormat, 'locale'>): string {
    return hideAmounts ? hidden : formatUnits(units, { ...format, locale })
  }
  return {
    locale,
    amount,
    asset({ units, decimals, symbol, valueUsd }) {
      return `${amount(units, { decimals, detail: 'quote', valueUsd })} ${symbol}`
    },
    usd(valueUsd) {
      return hideAmounts ? `$${hidden}` : formatUsd(valueUsd, locale)
    },
    share(fraction, digits) {
      return formatShare(fraction, locale, digits)
    },
  }
}
