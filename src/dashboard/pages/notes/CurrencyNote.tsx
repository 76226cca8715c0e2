import { useFormats } from '../../components/amounts/Formats.tsx'
import { getNumberFormat } from '../../components/amounts/getNumberFormat.ts'
import { formatExactTime, formatRelativeTime } from '../../components/status/formatTime.ts'
import { useNow } from '../../components/status/useNow.ts'
import { translate } from '../../language/translate.ts'
import { translateRich } from '../../language/translateRich.ts'
import { useConversion } from '../amounts/PreferredFormats.tsx'

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
        {translate('Shown in US dollars: no current rate for {currency}.', { currency })}
      </p>
    )
  const perUsd = getNumberFormat(locale, { maximumSignificantDigits: 5 }).format(rate.perUsd)
  return (
    <p
      className="mt-1.5 text-sm text-ink-3"
      title={translate('Rate from {time}.', { time: formatExactTime(rate.updatedAtMs) })}
    >
      {translateRich(
        '<rate>$1 = {perUsd} {currency}</rate>, rate updated {ago}. Each value is rounded.',
        {
          perUsd,
          currency,
          ago: formatRelativeTime(rate.updatedAtMs, now),
          rate: <span className="num" />,
        },
      )}
    </p>
  )
}
