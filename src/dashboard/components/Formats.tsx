import { createContext, type ReactNode, useContext, useMemo } from 'react'

import { type AmountFormat, displayAmount, displayShare, displayUsd } from './amounts.ts'

/** Writers of numbers in the reader's own format. */
export type Formats = {
  locale: string
  /** Smallest units as text; dots while amounts are hidden. */
  amount: (units: bigint, format: Omit<AmountFormat, 'locale'>) => string
  /** US dollars; dots while amounts are hidden. */
  usd: (valueUsd: number) => string
  /** Percent, with one decimal unless there is no room for it. */
  share: (fraction: number, digits?: 0 | 1) => string
}

const FormatsContext = createContext<Formats>(createFormats({ locale: 'en-US' }))

/** Gives everything inside the reader's number format, and hides amounts when asked to. */
export function FormatsProvider(props: FormatsProvider.Props) {
  const { locale, hideAmounts = false, children } = props
  const formats = useMemo(() => createFormats({ locale, hideAmounts }), [locale, hideAmounts])
  return <FormatsContext value={formats}>{children}</FormatsContext>
}

export declare namespace FormatsProvider {
  type Props = { locale: string; hideAmounts?: boolean; children: ReactNode }
}

/** Writers of numbers for this place; American format outside of a provider. */
export function useFormats(): Formats {
  return useContext(FormatsContext)
}

function createFormats(options: { locale: string; hideAmounts?: boolean }): Formats {
  const { locale, hideAmounts = false } = options
  const hidden = '\u2022'.repeat(6)
  return {
    locale,
    amount(units, format) {
      return hideAmounts ? hidden : displayAmount(units, { ...format, locale })
    },
    usd(valueUsd) {
      return hideAmounts ? `$${hidden}` : displayUsd(valueUsd, locale)
    },
    share(fraction, digits) {
      return displayShare(fraction, locale, digits)
    },
  }
}
