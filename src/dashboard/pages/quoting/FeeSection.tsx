import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { spreadCents, sumUsd, toShownCents } from '#dashboard/components/amounts/worth.ts'
import { getChainColour } from '#dashboard/components/flow/chainIdentity.ts'
import { translate } from '../../language/translate.ts'
import { nameFee } from '../signing/summary/SummaryFees.tsx'
import { Worth } from '../signing/summary/SummaryRow.tsx'
import type { QuoteView } from './quoteView.ts'

/** The fees of a quote: their sum, its share of what is paid, what they are for, and each of them. */
export function FeeSection(props: FeeSection.Props) {
  const { view } = props
  const { fees, feesUsd, feeShare, hasPriceRisk } = view
  const formats = useFormats()
  const worths = spreadCents(
    fees.map(({ valueUsd }) => valueUsd),
    feesUsd,
  )
  const known = sumUsd(worths.map((worth) => worth && toShownCents(worth)))
  const restCents = known === undefined ? 0 : toShownCents(feesUsd) - known
  return (
    <div className="mt-5 border-t border-line pt-4">
      <div className="mb-1 flex items-center justify-between">
        <h3 className="font-semibold">{translate('Fees')}</h3>
        <span className="num font-semibold">
          {formats.usd(feesUsd)}{' '}
          <span className="text-sm font-normal text-ink-3">
            {feeShare === undefined ? '' : formats.share(feeShare)}
          </span>
        </span>
      </div>
      <p className="mb-1 text-sm text-ink-3">
        {translate('Included in what you pay. Covers network fees, delivery and the service.')}{' '}
        {hasPriceRisk &&
          translate('They also cover price risk, which grows until the price feeds update.')}
      </p>
      <table className="w-full text-sm">
        <caption className="sr-only">{translate('Fees by asset')}</caption>
        <tbody>
          {fees.map((fee, index) => (
            <tr key={fee.kind + fee.chain.chain + fee.symbol}>
              <th scope="row" className="py-1 text-left font-normal">
                <span className="flex items-center gap-2">
                  <span className="swatch" style={{ background: getChainColour(fee.chain) }} />
                  {nameFee(fee.kind, fee.chain.name)}
                </span>
              </th>
              <td className="num pl-3 text-right whitespace-nowrap text-ink-2">
                {formats.asset(fee)}
              </td>
              <td className="num w-20 text-right">
                <Worth valueUsd={worths[index]} />
              </td>
            </tr>
          ))}
          {restCents !== 0 && (
            <tr className="text-ink-3">
              <th scope="row" colSpan={2} className="py-1 text-left font-normal">
                {translate('Unexplained difference')}
              </th>
              <td className="num text-right">{formats.usd(restCents / 100)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

export declare namespace FeeSection {
  type Props = {
    view: Pick<QuoteView, 'fees' | 'feesUsd' | 'feeShare' | 'hasPriceRisk'>
  }
}
