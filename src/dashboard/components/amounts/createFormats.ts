import { type AmountFormat, formatUnits, formatShare, formatUsd } from './amounts.ts'

/** An amount of an asset, and what it is worth where that is known. */
export type FormattableAmount = {
  units: bigint
  decimals: number
  symbol: string
  valueUsd?: number | undefined
}

/** Writers of numbers in the reader's own format. */
export type Formats = {
  locale: string
  /** Smallest units as text; dots while amounts are hidden. */
  amount: (units: bigint, format: Omit<AmountFormat, 'locale'>) => string
  /** {@link Formats.amount} as quotes show it, with its ticker. */
  asset: (amount: FormattableAmount) => string
  /** US dollars; dots while amounts are hidden. */
  usd: (valueUsd: number) => string
  /** Percent, with one decimal unless there is no room for it. */
  share: (fraction: number, digits?: 0 | 1) => string
}

/** Writers of numbers in a locale; dots in place of amounts while these are hidden. */
export function createFormats(options: { locale: string; hideAmounts?: boolean }): Formats {
  const { locale, hideAmounts = false } = options
  const hidden = '\u2022'.repeat(6)
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
