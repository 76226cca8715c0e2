import { BadgeCheck, ShieldX } from 'lucide-react'

import { Address } from '../../components/Address.tsx'
import { chainColour } from '../../components/chainIdentity.ts'
import { useFormats } from '../../components/Formats.tsx'
import { Icon } from '../../components/Icon.tsx'
import { priceImpact } from '../../review/risks.ts'
import type { NamedAmount } from './quoteView.ts'
import type { ShownQuote } from './useSwap.ts'

/** The numbers of a quote: minimum, rate, impact, fees, and whose seal it carries. */
export function QuoteDetails(props: QuoteDetails.Props) {
  const { view, received, review } = props.shown
  const formats = useFormats()
  const { minimum, rate, paidUsd, feesUsd, fees } = view
  const receivedUsd = view.received.valueUsd
  const impact = priceImpact({ paidUsd, receivedUsd, feesUsd })
  const seal = review.findings.find(({ id }) => id === 'seal')
  const percent = received.quote.slippage?.destination.percent
  const lostUsd = paidUsd - feesUsd - receivedUsd
  return (
    <>
      <dl className="mt-5 grid grid-cols-2 gap-x-8 gap-y-4 border-t border-line pt-5 md:grid-cols-3">
        <Fact
          name="Minimum received"
          value={`${formats.amount(minimum.units, { decimals: minimum.decimals, detail: 'quote' })} ${minimum.symbol}`}
          detail={`${formats.usd(minimum.valueUsd)}${percent ? ` at ${percent}% slippage` : ''}`}
        />
        {rate && (
          <Fact
            name="Rate"
            value={`${formatRate(rate.amount, formats.locale)} ${rate.paidSymbol}`}
            detail={`for 1 ${rate.receivedSymbol}, fees included`}
          />
        )}
        <Fact
          name="Price impact"
          value={impact < 0 ? formats.share(0) : formats.share(impact)}
          detail={
            lostUsd >= 0
              ? `${formats.usd(lostUsd)} under market`
              : `${formats.usd(-lostUsd)} over market`
          }
        />
      </dl>
      <div className="mt-5 border-t border-line pt-4">
        <div className="mb-1 flex items-center justify-between">
          <h3 className="font-semibold">Fees</h3>
          <span className="num font-semibold">
            {formats.usd(feesUsd)}{' '}
            <span className="text-sm font-normal text-ink-3">
              {paidUsd > 0 ? formats.share(feesUsd / paidUsd) : ''}
            </span>
          </span>
        </div>
        <FeeTable fees={fees} />
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 text-sm text-ink-3">
        <span className={`chip ${seal?.state === 'verified' ? 'chip-reed' : 'chip-flare'}`}>
          <Icon of={seal?.state === 'verified' ? BadgeCheck : ShieldX} size={14} />
          {seal?.state === 'verified'
            ? 'Signature matches pinned key'
            : 'Not signed by the pinned key'}
        </span>
        <span className="inline-flex items-center gap-1">
          Quote <Address value={received.quote.id} label="quote id" />
        </span>
      </div>
    </>
  )
}

export declare namespace QuoteDetails {
  type Props = { shown: ShownQuote }
}

function Fact(props: { name: string; value: string; detail: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-3">{props.name}</dt>
      <dd className="num mt-0.5 text-lg font-semibold">{props.value}</dd>
      <dd className="num text-sm text-ink-3">{props.detail}</dd>
    </div>
  )
}

function FeeTable(props: { fees: readonly NamedAmount[] }) {
  const formats = useFormats()
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Fees by asset</caption>
      <tbody>
        {props.fees.map((fee) => (
          <tr key={fee.chain.chain + fee.symbol}>
            <th scope="row" className="py-1 text-left font-normal">
              <span className="flex items-center gap-2">
                <span className="swatch" style={{ background: chainColour(fee.chain) }} />
                {fee.symbol} on {fee.chain.name}
              </span>
            </th>
            <td className="num text-right text-ink-2">
              {formats.amount(fee.units, { decimals: fee.decimals, detail: 'quote' })} {fee.symbol}
            </td>
            <td className="num w-20 text-right">{formats.usd(fee.valueUsd)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function formatRate(rate: number, locale: string): string {
  const digits = rate >= 1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : {}
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: 6, ...digits }).format(rate)
}
