import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { translate } from '../../language/translate.ts'
import { FeeTable } from './FeeTable.tsx'
import type { QuoteView } from './quoteView.ts'

/** The fees of a quote: their sum, its share of what is paid, what they are for, and each of them. */
export function FeeSection(props: FeeSection.Props) {
  const { view, note } = props
  const { fees, feesUsd, paidUsd } = view
  const formats = useFormats()
  return (
    <div className="mt-5 border-t border-line pt-4">
      <div className="mb-1 flex items-center justify-between">
        <h3 className="font-semibold">{translate('Fees')}</h3>
        <span className="num font-semibold">
          {formats.usd(feesUsd)}{' '}
          <span className="text-sm font-normal text-ink-3">
            {paidUsd > 0 ? formats.share(feesUsd / paidUsd) : ''}
          </span>
        </span>
      </div>
      <p className="mb-1 text-sm text-ink-3">{note}</p>
      <FeeTable fees={fees} feesUsd={feesUsd} />
    </div>
  )
}

export declare namespace FeeSection {
  type Props = {
    view: Pick<QuoteView, 'fees' | 'feesUsd' | 'paidUsd'>
    /** What the fees are for, in the page's words. */
    note: string
  }
}
