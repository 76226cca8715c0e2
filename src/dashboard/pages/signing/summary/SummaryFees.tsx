import { Address } from '#dashboard/components/status/Address.tsx'
import { AmountText } from '#dashboard/components/amounts/AmountText.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import type { SummaryFee } from './fees.ts'
import type { Summary } from './summary.ts'
import { Worth } from './Worth.tsx'

const names = {
  service: 'Service and solver',
  app: 'App',
  kept: 'Service and solver',
  pool: 'Pool',
  gas: 'Gas',
} satisfies Record<SummaryFee['kind'], string>

/** Each fee with who gets it, below their sum. */
export function SummaryFees(props: SummaryFees.Props) {
  const { fees, feesUsd } = props.summary
  return (
    <>
      <p>
        <Total valueUsd={feesUsd} />
        <span className="text-sm text-ink-3"> in all, included above</span>
      </p>
      <ul className="mt-1.5 flex flex-col gap-2">
        {fees.map((fee) => (
          <li key={fee.id} className="flex flex-wrap justify-between gap-x-4 text-sm">
            <span className="min-w-0 text-ink-2">
              {names[fee.kind]}, on {fee.chainName}
              <span className="block text-ink-3">
                <Receiver fee={fee} />
              </span>
            </span>
            <span className="ml-auto text-right">
              {fee.amount ? (
                <>
                  <AmountText
                    {...{ ...fee.amount.asset, units: fee.amount.units }}
                    detail="quote"
                  />
                  <span className="block">
                    <Worth valueUsd={fee.amount.valueUsd} />
                  </span>
                </>
              ) : (
                <span className="text-ink-3">You pay none</span>
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
  if (kind === 'kept') return 'to the service, in the rate'
  if (receiver === undefined) return kind === 'pool' ? 'to the owners of the pool, in the rate' : ''
  return (
    <>
      {kind === 'gas' ? 'paid by ' : 'to '}
      {getName(props.fee)} <Address value={receiver} canCopy={false} />
      {!isPinned && kind !== 'app' && ', which is not pinned'}
    </>
  )
}

function getName({ kind, isPinned }: SummaryFee): string {
  if (kind === 'app') return 'the app of this API key,'
  if (!isPinned) return ''
  return kind === 'gas' ? 'the service\u2019s sponsor' : 'the service\u2019s fee receiver'
}

function Total(props: { valueUsd: number | undefined }) {
  const formats = useFormats()
  const { valueUsd } = props
  return <span className="num">{valueUsd === undefined ? 'Not known' : formats.usd(valueUsd)}</span>
}
