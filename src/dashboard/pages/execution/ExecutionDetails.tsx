import type { ReactNode } from 'react'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { Address } from '../../components/status/Address.tsx'
import { AmountText } from '../../components/amounts/AmountText.tsx'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { sumUsd } from '../../components/amounts/worth.ts'
import { translate } from '../../language/translate.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useAddressNames } from '../quoting/recipient/useAddressNames.ts'
import { nameFee } from '../signing/summary/SummaryFees.tsx'
import { formatRate } from '../amounts/rate.ts'
import type { NamedAmount } from '../amounts/sumPaidAmount.ts'
import type { ExecutionView } from './view/executionView.ts'

/** Amounts, recipient and id of an execution. */
export function ExecutionDetails(props: ExecutionDetails.Props) {
  const { view, quoteId } = props
  const { status, recipient, hasFailed, call } = view
  const known = useAddressNames().get(recipient ? toAddressKey(recipient) : '')
  const isOwn = useAccount().accounts.some(
    ({ accountAddress }) => recipient !== undefined && isSameAddress(accountAddress, recipient),
  )
  // In the words of the review.
  const name = isOwn && !call ? translate('Your account') : known
  return (
    <section className="panel self-start p-5 md:p-6" aria-labelledby="details">
      <h2 id="details" className="mb-2 text-lg font-semibold">
        {status === 'COMPLETED' || hasFailed ? translate('Result') : translate('Details')}
      </h2>
      <dl>
        <Amounts view={view} />
        <Terms view={view} />
        {recipient && (
          <Row name={call ? translate('Account') : translate('Recipient')}>
            {name !== undefined && <span className="mr-2">{name}</span>}
            <Address value={recipient} />
          </Row>
        )}
        <Row name={translate('Quote')}>
          <Address value={quoteId} label={translate('quote ID')} />
        </Row>
      </dl>
    </section>
  )
}

export declare namespace ExecutionDetails {
  type Props = { view: ExecutionView; quoteId: string }
}

/** Amounts paid and received, each with its value by the quote's prices. */
function Amounts(props: { view: ExecutionView }) {
  const { view } = props
  const { paid, received, minimum, isDelivered, hasFailed, refunded, legs, call, isSigned } = view
  const paidUsd = legs.length === 0 ? undefined : sumUsd(legs.map(({ valueUsd }) => valueUsd))
  const isReported =
    !isSigned && (legs.length === 0 || legs.some(({ source }) => source === 'service'))
  const isReceivedReported = received?.source === 'service'
  // All that such a call pays is the fee, which stands below with its receiver.
  const isOnlyFee = call && !call.isFunded && view.fees !== undefined && !hasFailed
  return (
    <>
      {paid && !isOnlyFee && (
        <AmountRow
          name={getPaidLabel(view)}
          amount={{ ...paid, valueUsd: paidUsd }}
          isReported={isReported}
        />
      )}
      {refunded.map(({ amount, transactionHash }) => (
        <AmountRow
          key={transactionHash + amount.chainId}
          name={translate('Refunded on {chain}', { chain: amount.chain.name })}
          amount={amount}
        />
      ))}
      {!hasFailed &&
        call?.lent.map((amount, index) => (
          <AmountRow
            key={index}
            name={isDelivered ? translate('Call received') : translate('Call receives')}
            amount={amount}
          />
        ))}
      {isDelivered &&
        call?.received.map((amount) => (
          <AmountRow
            key={amount.symbol + amount.units}
            name={translate('You received')}
            amount={amount}
          />
        ))}
      {!call && isDelivered && received && (
        <AmountRow
          name={translate(view.isToOther ? 'They received' : 'You received')}
          amount={received}
          isReported={isReceivedReported}
        />
      )}
      {!call && !isDelivered && !hasFailed && minimum && (
        <AmountRow
          name={
            minimum.units === received?.units
              ? translate(view.isToOther ? 'They receive' : 'You receive')
              : translate('Minimum received')
          }
          amount={minimum}
          isReported={isReceivedReported}
        />
      )}
    </>
  )
}

/** What it cost: fees with their receiver, and the rate. */
function Terms(props: { view: ExecutionView }) {
  const { fees, rate, gain, received, hasFailed } = props.view
  const formats = useFormats()
  return (
    <>
      {fees && !hasFailed && (
        <Row name={translate('Fees')}>
          <span className="block font-semibold">{formats.usd(fees.totalUsd)}</span>
          <span className="block text-sm text-ink-3">
            {fees.isOfReceived
              ? translate('Taken from what is delivered')
              : translate('Included in what you pay')}
          </span>
          {fees.parts.map(({ kind, receiver, chain, ...amount }) => (
            <span key={kind + chain.chain + amount.symbol} className="block text-sm text-ink-3">
              {nameFee(kind, chain.name)}: {formats.asset(amount)}
              {receiver !== undefined && (
                <span className="ml-1">
                  <Address value={receiver} canCopy={false} />
                </span>
              )}
            </span>
          ))}
          {fees.source === 'service' && (
            <span className="block text-sm text-ink-3">
              {translate('as reported by the service')}
            </span>
          )}
        </Row>
      )}
      {rate && !hasFailed && (
        <Row name={translate('Rate, fees included')}>{formatRate(rate, formats.locale)}</Row>
      )}
      {gain !== undefined && received && (
        <Row name={translate('Compared to quote')}>{describeGain(gain, { received, formats })}</Row>
      )}
    </>
  )
}

function describeGain(
  gain: bigint,
  of: {
    received: { decimals: number; symbol: string }
    formats: ReturnType<typeof useFormats>
  },
): ReactNode {
  if (gain === 0n) return translate('Exactly as quoted')
  const { received, formats } = of
  const size = gain < 0n ? -gain : gain
  const amount = formats.amount(size, { decimals: received.decimals })
  return (
    <span className={gain > 0n ? 'text-reed' : undefined}>
      {gain > 0n
        ? translate('{amount} more', { amount: `${amount} ${received.symbol}` })
        : translate('{amount} less', { amount: `${amount} ${received.symbol}` })}
    </span>
  )
}

function getPaidLabel({ hasFailed, isDelivered, legs, call }: ExecutionView): string {
  if (call && !call.isFunded) return hasFailed ? translate('Fee, not charged') : translate('Fee')
  if (hasFailed && legs.every(({ word }) => word === 'untaken')) return translate('Not charged')
  return isDelivered || hasFailed ? translate('You paid') : translate('You pay')
}

function AmountRow(props: {
  name: string
  amount: NamedAmount & { valueUsd: number | undefined }
  /** Neither read from a chain nor signed in this browser. */
  isReported?: boolean
}) {
  const { name, amount, isReported = false } = props
  const { units, decimals, symbol, valueUsd, isUnlisted } = amount
  const formats = useFormats()
  return (
    <Row name={name}>
      <span className="block font-semibold">
        <AmountText {...{ units, decimals, symbol, isUnlisted }} />
      </span>
      {valueUsd !== undefined && (
        <span className="block text-sm text-ink-3">
          {translate('{worth} at the quoted price', { worth: formats.usd(valueUsd) })}
        </span>
      )}
      {isReported && (
        <span className="block text-sm text-ink-3">{translate('as reported by the service')}</span>
      )}
    </Row>
  )
}

function Row(props: { name: string; children: ReactNode }) {
  return (
    <div className="kv">
      <dt>{props.name}</dt>
      <dd className="num">{props.children}</dd>
    </div>
  )
}
