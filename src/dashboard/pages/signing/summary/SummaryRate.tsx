import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { translateRich } from '../../../language/translateRich.ts'
import { formatRate, type Rate } from '../../amounts/rate.ts'

/** The price of one whole received token, with everything that is paid. */
export function SummaryRate({ rate }: SummaryRate.Props) {
  const { locale } = useFormats()
  return (
    <span className="num">
      {translateRich('1 {receivedSymbol} for {amount} {paidSymbol}<small>, fees included</small>', {
        receivedSymbol: rate.of,
        amount: formatRate(rate, locale),
        paidSymbol: rate.in,
        small: <span className="text-sm text-ink-3" />,
      })}
    </span>
  )
}

export declare namespace SummaryRate {
  type Props = { rate: Rate }
}
