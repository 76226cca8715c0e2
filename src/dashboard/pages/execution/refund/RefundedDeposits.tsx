import { Address } from '#dashboard/components/status/Address.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { formatClockTime, formatExactTime } from '#dashboard/components/status/formatTime.ts'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import { type Explorers, buildTransactionHref } from '../../links/explorers.ts'
import type { RefundedDeposit } from '../view/executionView.ts'
import { TransactionLink } from '../../links/TransactionLink.tsx'

/** Refunded deposits: amount, account, time and transaction. */
export function RefundedDeposits(props: RefundedDeposits.Props) {
  const { refunded, explorers } = props
  const formats = useFormats()
  if (refunded.length === 0) return null
  return (
    <section className="panel mb-6 p-5 md:p-6" aria-labelledby="returned">
      <h2 id="returned" className="text-lg font-semibold">
        {translate('Refunds')}
      </h2>
      <ul className="rule mt-2" aria-label={translate('Refunds')}>
        {refunded.map(({ amount, depositor, atMs, transactionHash }) => (
          <li
            key={transactionHash + amount.chainId}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3"
          >
            <span>
              {translateRich('<strong>{amount}</strong> on {chain}, to your account {address}', {
                amount: formats.asset(amount),
                strong: <strong className="num" />,
                chain: amount.chain.name,
                address: <Address value={depositor} />,
              })}
            </span>
            <span className="flex items-baseline gap-3 text-sm text-ink-3">
              <time
                className="num"
                dateTime={new Date(atMs).toISOString()}
                title={formatExactTime(atMs)}
              >
                {formatClockTime(atMs, 'seconds')}
              </time>
              <TransactionLink
                hash={transactionHash}
                chainName={amount.chain.name}
                href={buildTransactionHref(explorers, { ...amount, hash: transactionHash })}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export declare namespace RefundedDeposits {
  type Props = {
    refunded: readonly RefundedDeposit[]
    explorers: Explorers
  }
}
