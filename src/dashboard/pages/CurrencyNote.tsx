import { useFormats } from '../components/amounts/Formats.tsx'
import { getNumberFormat } from '../components/amounts/getNumberFormat.ts'
import { formatExactTime, formatRelativeTime } from '../components/status/formatTime.ts'
import { useNow } from '../components/status/useNow.ts'
import { useConversion } from './useConversion.ts'

/** The rate that values are converted with and its age, or why they are in dollars after all. */
export function CurrencyNote() {
  const conversion = useConversion()
  const { locale } = useFormats()
  const now = useNow()
  if (!conversion || conversion.isPending) return null
  const { currency, rate } = conversion
  if (!rate)
    return (
      <p className="mt-1.5 text-sm text-buff">
        In US dollars: there is no current rate for {currency}.
      </p>
    )
  const perUsd = getNumberFormat(locale, { maximumSignificantDigits: 5 }).format(rate.perUsd)
  return (
    <p
      className="mt-1.5 text-sm text-ink-3"
      title={`For display only, each value rounded by itself. Rate of ${formatExactTime(rate.updatedAtMs)}.`}
    >
      <span className="num">
        $1 = {perUsd} {currency}
      </span>
      , rate updated {formatRelativeTime(rate.updatedAtMs, now)}.
    </p>
  )
}
