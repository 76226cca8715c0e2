import { Address } from '#dashboard/components/status/Address.tsx'
import { AmountText } from '#dashboard/components/amounts/AmountText.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { spreadCents } from '#dashboard/components/amounts/worth.ts'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import { isCharged, type SummaryFee } from './fees.ts'
import type { Summary } from './summary.ts'
import { Worth } from './Worth.tsx'

const names = {
  service: translate('Service and solver'),
  app: translate('App'),
  kept: translate('Service and solver'),
  pool: translate('Pool'),
  gas: translate('Network fee'),
} satisfies Record<SummaryFee['kind'], string>

/** Names a fee by what it is for and the chain on which it is taken, as every page does. */
export function nameFee(kind: SummaryFee['kind'], chain: string): string {
  return translate('{fee}, on {chain}', { fee: names[kind], chain })
}

/** Each fee with who gets it, below their sum. */
export function SummaryFees(props: SummaryFees.Props) {
  const { fees, feesUsd } = props.summary
  const charged = fees.filter(isCharged)
  const shown = spreadCents(charged.map(({ amount }) => amount?.valueUsd))
  return (
    <>
      <p>
        <Total valueUsd={feesUsd} />
        <span className="text-sm text-ink-3"> {translate('total, included in what you pay')}</span>
      </p>
      <ul className="mt-1.5 flex flex-col gap-2">
        {fees.map((fee) => (
          <li key={fee.id} className="flex flex-wrap justify-between gap-x-4 text-sm">
            <span className="min-w-0 text-ink-2">
              {nameFee(fee.kind, fee.chainName)}
              <span className="block text-ink-3">
                <Receiver fee={fee} />
              </span>
            </span>
            <span className="ml-auto text-right">
              {fee.amount ? (
                <>
                  <AmountText {...{ ...fee.amount.asset, units: fee.amount.units }} />
                  <span className="block">
                    <Worth
                      valueUsd={isCharged(fee) ? shown[charged.indexOf(fee)] : fee.amount.valueUsd}
                    />
                  </span>
                </>
              ) : (
                <span className="text-ink-3">{translate('Covered by the service')}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

export declare namespace SummaryFees {
  type Props = { summary: Summary }
}

function Receiver(props: { fee: SummaryFee }) {
  const { kind, receiver, isPinned } = props.fee
  if (kind === 'kept') return translate('to the service, included in the rate')
  if (receiver === undefined)
    return kind === 'pool'
      ? translate('to liquidity providers: in the rate, not in this total')
      : ''
  const address = <Address value={receiver} canCopy={false} />
  if (kind === 'app') return translateRich('to the app, {address}', { address })
  if (kind === 'gas')
    return isPinned
      ? translateRich('paid by the service’s sponsor {address}', { address })
      : translateRich('paid by {address}, not pinned', { address })
  return isPinned
    ? translateRich('to the service’s fee receiver {address}', { address })
    : translateRich('to {address}, not pinned', { address })
}

function Total(props: { valueUsd: number | undefined }) {
  const formats = useFormats()
  const { valueUsd } = props
  return (
    <span className="num">
      {valueUsd === undefined ? translate('Unknown') : formats.usd(valueUsd)}
    </span>
  )
}
