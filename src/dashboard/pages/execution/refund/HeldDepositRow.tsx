import type { ReactNode } from 'react'

import { getEvmChainNumber } from '#protocol/ids/caip.ts'
import type { Order } from '#protocol/orders/order.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { formatClockTime, formatDuration } from '#dashboard/components/status/formatTime.ts'
import { openWalletDialog } from '#dashboard/wallets/walletDialogs.ts'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import { type Explorers, buildTransactionHref } from '../../links/explorers.ts'
import type { HeldDeposit } from '../view/executionView.ts'
import { GasNote } from './GasNote.tsx'
import { isDue, isOnSolana } from '../view/heldDeposit.ts'
import type { RefundState } from './refund.ts'
import { SolanaRefundCost } from './SolanaRefundCost.tsx'
import { TransactionLink } from '../../links/TransactionLink.tsx'
import { useRefund } from './useRefund.ts'
import { useSolanaRefund } from './useSolanaRefund.ts'

/** One held deposit: when it can be refunded, at what cost, and the button that does it. */
export function HeldDepositRow(props: HeldDepositRow.Props) {
  const { deposit, explorers } = props
  return isOnEvm(deposit) ? (
    <EvmRow deposit={deposit} explorers={explorers} />
  ) : isOnSolana(deposit) ? (
    <SolanaRow deposit={deposit} explorers={explorers} />
  ) : null
}

export declare namespace HeldDepositRow {
  type Props = { deposit: HeldDeposit; explorers: Explorers }
}

function isOnEvm(deposit: HeldDeposit): deposit is HeldDeposit<Order> {
  return getEvmChainNumber(deposit.chainId) !== undefined
}

function EvmRow(props: HeldDepositRow.Props & { deposit: HeldDeposit<Order> }) {
  return <Row {...props} refund={useRefund(props.deposit)} />
}

function SolanaRow(props: HeldDepositRow.Props & { deposit: HeldDeposit<SolanaOrder> }) {
  const refund = useSolanaRefund(props.deposit)
  return (
    <Row {...props} refund={refund}>
      {isDue(props.deposit) && refund.step !== 'sent' && (
        <SolanaRefundCost deposit={props.deposit} refund={refund} />
      )}
    </Row>
  )
}

function Row(props: HeldDepositRow.Props & { refund: RefundState; children?: ReactNode }) {
  const { deposit, explorers, refund, children } = props
  const { amount, chainId } = deposit
  const formats = useFormats()
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>
          {translateRich('<strong>{amount}</strong> on {chain}', {
            amount: formats.asset(amount),
            strong: <strong className="num" />,
            chain: amount.chain.name,
          })}
        </span>
        <Action deposit={deposit} refund={refund} explorers={explorers} />
      </div>
      {children}
      {refund.error && (
        <div className="mt-3">
          <Note tone={refund.error.tone} isAlert title={refund.error.title}>
            {refund.error.body}
          </Note>
        </div>
      )}
      {refund.shortage && refund.step !== 'sent' && (
        <GasNote chainId={chainId} chainName={amount.chain.name} short={refund.shortage} />
      )}
    </li>
  )
}

function Action(props: HeldDepositRow.Props & { refund: RefundState }) {
  const { deposit, refund, explorers } = props
  const { amount, chainId } = deposit
  if (refund.hash !== undefined && refund.step === 'sent')
    return (
      <output className="flex flex-wrap items-baseline gap-x-3 text-sm text-ink-2">
        {translate('Sent. Waiting for {chain}.', { chain: amount.chain.name })}
        <TransactionLink
          hash={refund.hash}
          chainName={amount.chain.name}
          href={buildTransactionHref(explorers, { chainId, hash: refund.hash })}
        />
      </output>
    )
  if (!isDue(deposit)) return <Countdown deposit={deposit} />
  if (!refund.isConnected)
    return (
      <Button variant="primary" onClick={() => openWalletDialog('connect')}>
        {isOnSolana(deposit) ? translate('Connect a Solana wallet') : translate('Connect a wallet')}
      </Button>
    )
  return (
    <Button
      variant="primary"
      disabled={refund.shortage !== undefined}
      waiting={refund.step === 'asking' ? translate('Waiting for your wallet') : undefined}
      onClick={refund.start}
    >
      {translate('Reclaim on {chain}', { chain: amount.chain.name })}
    </Button>
  )
}

function Countdown(props: { deposit: HeldDeposit }) {
  const { order, chainTime } = props.deposit
  const atMs = Number(order.refundAfter) * 1000
  return (
    <span className="num text-sm text-ink-2">
      {translateRich('Available from <time>{start}</time>, in {duration}', {
        start: formatClockTime(atMs, 'seconds'),
        time: <time dateTime={new Date(atMs).toISOString()} />,
        duration: formatDuration(Number(order.refundAfter - chainTime) * 1000),
      })}
    </span>
  )
}
