import type { RefundReceiver } from '#chains/solana/orders/ownRefund.ts'
import { nativeMint, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { useRefundReceiver, useSolanaEndpoint } from '#dashboard/api/chains/solanaRefund.ts'
import { Address } from '#dashboard/components/status/Address.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { formatClockTime } from '#dashboard/components/status/formatTime.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import type { ExecutionView, HeldDeposit } from '../view/executionView.ts'
import { getDepositKey, isDue, isOnSolana } from '../view/heldDeposit.ts'

/**
 * Deposits on Solana that the service cannot refund: the depositor's token account does not accept
 * them, and only its owner would pay for a new one. After their deadline the user can refund them.
 */
export function WaitingRefunds(props: WaitingRefunds.Props) {
  const { view, isUnreachable } = props
  if (!view.isCancelled || isUnreachable) return null
  return view.held
    .filter(isOnSolana)
    .filter((deposit) => deposit.order.token !== nativeMint && !isDue(deposit))
    .map((deposit) => <WaitingRefund key={getDepositKey(deposit)} deposit={deposit} />)
}

export declare namespace WaitingRefunds {
  type Props = { view: ExecutionView; isUnreachable: boolean }
}

function WaitingRefund(props: { deposit: HeldDeposit<SolanaOrder> }) {
  const { deposit } = props
  const endpoint = useSolanaEndpoint(useNetwork(), deposit.chainId)
  const receiver = useRefundReceiver(endpoint, deposit.order).data ?? 'ready'
  return receiver === 'ready' ? null : <WaitingRefundNote deposit={deposit} receiver={receiver} />
}

/** Says why a refund waits, and what its owner can do. */
export function WaitingRefundNote(props: WaitingRefundNote.Props) {
  const { deposit, receiver } = props
  const { order, amount } = deposit
  const { symbol } = amount
  const formats = useFormats()
  const atMs = Number(order.refundAfter) * 1000
  const address = <Address value={order.depositor} canCopy={false} />
  return (
    <div className="mb-6">
      <Note
        tone="buff"
        isAlert
        title={translate('Your refund needs a {symbol} account', { symbol })}
      >
        <p className="max-w-[68ch]">
          {translateRich(
            'Nothing was delivered, so the escrow is refunding your <strong>{amount}</strong> on {chain}, fee included.',
            {
              amount: formats.asset(amount),
              strong: <span className="num" />,
              chain: amount.chain.name,
            },
          )}{' '}
          {receiver === 'missing'
            ? translateRich(
                'But your wallet {address} no longer has a {symbol} account, and the service can’t create one. Receive any {symbol} there to recreate it. The refund follows automatically.',
                { address, symbol },
              )
            : translateRich(
                'But the {symbol} account of your wallet {address} is frozen or belongs to someone else. Once it can receive {symbol} for you again, the refund follows automatically.',
                { address, symbol },
              )}
        </p>
        {receiver === 'missing' && (
          <p className="mt-1 max-w-[68ch]">
            {translateRich(
              'Or reclaim it here from <time>{start}</time>. Your transaction then creates the account.',
              {
                start: formatClockTime(atMs, 'seconds'),
                time: <time className="num" dateTime={new Date(atMs).toISOString()} />,
              },
            )}
          </p>
        )}
      </Note>
    </div>
  )
}

export declare namespace WaitingRefundNote {
  type Props = {
    deposit: HeldDeposit<SolanaOrder>
    receiver: Exclude<RefundReceiver, 'ready'>
  }
}
