import type { Currency } from '#protocol/service/rates.ts'
import { toUsableRate, useRates } from '../../api/service/rates.ts'
import { usePreferences } from '../../api/state/preferences.ts'

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
