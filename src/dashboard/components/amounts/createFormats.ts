import { type AmountFormat, formatMoney, formatUnits, formatShare } from './amounts.ts'
import { getNumberFormat } from './getNumberFormat.ts'

/** An amount of an asset. */
export type FormattableAmount = { units: bigint; decimals: number; symbol: string }

/** Number formatters of one locale. */
export type Formats = {
  locale: string
  /** Formats an amount in smallest units; asterisks while amounts are hidden. */
  amount: (units: bigint, format: Omit<AmountFormat, 'locale'>) => string
  /** Like {@link Formats.amount}, followed by the ticker. */
  asset: (amount: FormattableAmount) => string
  /** Formats US dollars, converted to the chosen currency; asterisks while amounts are hidden. */
  usd: (valueUsd: number) => string
  /** The currency in which values are shown and can be typed, and its units for one US dollar. */
  shown: { currency: string; perUsd: number }
  /** Formats US dollars as such: for what a user decides by. */
  dollars: (valueUsd: number) => string
  /** Formats a fraction of one as a percentage; one decimal unless `digits` is 0. */
  share: (fraction: number, digits?: 0 | 1) => string
  /** Formats a limit in basis points as a percentage, exactly. */
  limit: (bps: number) => string
}

/** How values are shown. */
export type FormatOptions = {
  locale: string
  /** Asterisks in place of amounts. */
  hideAmounts?: boolean
  /** Currency in which values are shown, and its units for one US dollar; dollars without both. */
  currency?: string | undefined
  perUsd?: number | undefined
}

/** Creates the number formatters of a locale. */
export function createFormats(options: FormatOptions): Formats {
  const { locale, currency, perUsd, hideAmounts = false } = options
  // The dots of the typeface are squares.
  const hidden = '*'.repeat(4)
  const shown =
    currency !== undefined && perUsd !== undefined
      ? { currency, perUsd }
      : { currency: 'USD', perUsd: 1 }
  function amount(units: bigint, format: Omit<AmountFormat, 'locale'>): string {
    return hideAmounts ? hidden : formatUnits(units, { ...format, locale })
  }
  function dollars(valueUsd: number): string {
    return hideAmounts ? `$${hidden}` : formatMoney(valueUsd, { locale, currency: 'USD' })
  }
  return {
    locale,
    amount,
    asset({ units, decimals, symbol }) {
      return `${amount(units, { decimals })} ${symbol}`
    },
    usd(valueUsd) {
      if (shown.currency === 'USD') return dollars(valueUsd)
      if (hideAmounts) return `${hidden} ${shown.currency}`
      return formatMoney(valueUsd * shown.perUsd, { locale, currency: shown.currency })
    },
    shown,
    dollars,
    share(fraction, digits) {
      return formatShare(fraction, locale, digits)
    },
    limit(bps) {
      return getNumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
        bps / 10_000,
      )
    },
  }
}
