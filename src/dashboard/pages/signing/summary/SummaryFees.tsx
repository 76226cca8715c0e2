import { Address } from '#dashboard/components/status/Address.tsx'
import { AmountText } from '#dashboard/components/amounts/AmountText.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { spreadCents } from '#dashboard/components/amounts/worth.ts'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import type { SummaryFee } from './fees.ts'
import type { Summary } from './summary.ts'
import { Worth } from './SummaryRow.tsx'

const names = {
  service: translate('Service and solver'),
  app: translate('App'),
  pool: translate('Pool'),
} satisfies Record<SummaryFee['kind'], string>

/** Names a fee by what it is for and the chain on which it is taken, as every page does. */
export function nameFee(kind: SummaryFee['kind'], chain: string): string {
  return translate('{fee}, on {chain}', { fee: names[kind], chain })
}

/** Each fee with who gets it, below their sum. */
export function SummaryFees(props: SummaryFees.Props) {
  const { fees, feesUsd, feeShare } = props.summary
  const formats = useFormats()
  const charged = fees.filter(({ kind }) => kind !== 'pool')
  const shown = spreadCents(
    charged.map(({ amount }) => amount.valueUsd),
    feesUsd,
  )
  return (
    <>
      <p className="num">
        {feesUsd === undefined ? translate('Unknown') : formats.usd(feesUsd)}
        <span className="text-sm text-ink-3">
          {' '}
          {feeShare === undefined
            ? translate('included in what you pay')
            : translate('{share}, included in what you pay', { share: formats.share(feeShare) })}
        </span>
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
              <AmountText {...{ ...fee.amount.asset, units: fee.amount.units }} />
              <span className="block">
                <Worth
                  valueUsd={fee.kind === 'pool' ? fee.amount.valueUsd : shown[charged.indexOf(fee)]}
                />
              </span>
            </span>
          </li>
        ))}
        <li className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-2">
          {translate('Network fee')}
          <span className="ml-auto">{translate('Nothing extra to pay')}</span>
        </li>
      </ul>
    </>
  )
}

export declare namespace SummaryFees {
  type Props = { summary: Summary }
}

function Receiver(props: { fee: SummaryFee }) {
  const { kind, receiver, isPinned } = props.fee
  if (kind === 'pool') return translate('to liquidity providers: in the rate, not in this total')
  if (receiver === undefined) return translate('to the service, included in the rate')
  const address = <Address value={receiver} canCopy={false} />
  if (kind === 'app') return translateRich('to the app, {address}', { address })
  return isPinned
    ? translateRich('to the service’s fee receiver {address}', { address })
    : translateRich('to {address}, not pinned', { address })
}
