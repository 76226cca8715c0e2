import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { getNumberFormat } from '#dashboard/components/amounts/getNumberFormat.ts'
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
      1 {receivedSymbol} for {format.format(amount)} {paidSymbol}
      <span className="text-sm text-ink-3">, fees included</span>
    </span>
  )
}

export declare namespace SummaryRate {
  type Props = { rate: NonNullable<Summary['rate']> }
}
