import type { ReactNode } from 'react'

import { getNumberLocale, usePreferences } from '../../api/state/preferences.ts'
import { FormatsProvider } from '../../components/amounts/Formats.tsx'
import type { Currency } from '#protocol/service/rates.ts'
import { toUsableRate, useRates } from '../../api/service/rates.ts'

/** Formats as the user has chosen them: locale, currency, and hidden amounts where they are private. */
export function PreferredFormats(props: PreferredFormats.Props) {
  const preferences = usePreferences()
  const conversion = useConversion()
  return (
    <FormatsProvider
      locale={getNumberLocale(preferences)}
      currency={conversion?.rate && conversion.currency}
      perUsd={conversion?.rate?.perUsd}
      hideAmounts={props.isPrivate === true && preferences.hideAmounts}
    >
      {props.children}
    </FormatsProvider>
  )
}

export declare namespace PreferredFormats {
  type Props = {
    /** Whether it shows the account's own amounts, which the user may hide. */
    isPrivate?: boolean
    children: ReactNode
  }
}

/** The chosen currency, and its rate where there is one; values are shown in dollars without it. */
export type Conversion = {
  currency: Currency
  /** Undefined while it is read, and when it is too old or the service has none. */
  rate: { perUsd: number; updatedAtMs: number } | undefined
  isPending: boolean
}

/** The conversion that the user has chosen; undefined for US dollars. */
export function useConversion(): Conversion | undefined {
  const { currency = 'USD' } = usePreferences()
  const { data, isPending, nowMs } = useRates({ isNeeded: currency !== 'USD' })
  if (currency === 'USD') return undefined
  const found = data?.rates.find((rate) => rate.currency === currency)
  return { currency, rate: found && toUsableRate(found, nowMs), isPending }
}
