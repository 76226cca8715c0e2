import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { getNumberFormat } from '#dashboard/components/amounts/getNumberFormat.ts'
import { translateRich } from '../../../language/translateRich.ts'
import type { Summary } from './summary.ts'

/** The price of one whole received token, with everything that is paid. */
export function SummaryRate(props: SummaryRate.Props) {
  const { amount, paidSymbol, receivedSymbol } = props.rate
  const { locale } = useFormats()
  const format = getNumberFormat(
    locale,
    amount >= 1
      ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : { maximumSignificantDigits: 6 },
  )
  return (
    <span className="num">
      {translateRich('1 {receivedSymbol} for {amount} {paidSymbol}<small>, fees included</small>', {
        receivedSymbol,
        amount: format.format(amount),
        paidSymbol,
        small: <span className="text-sm text-ink-3" />,
      })}
    </span>
  )
}

export declare namespace SummaryRate {
  type Props = { rate: NonNullable<Summary['rate']> }
}
