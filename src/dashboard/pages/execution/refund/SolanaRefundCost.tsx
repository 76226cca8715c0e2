import { nativeMint, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { Address } from '#dashboard/components/status/Address.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import type { HeldDeposit } from '../view/executionView.ts'
import type { SolanaRefundState } from './useSolanaRefund.ts'

/** What a refund on Solana costs, who pays it, and where the refund goes. */
export function SolanaRefundCost(props: SolanaRefundCost.Props) {
  const { deposit, refund } = props
  const { order } = deposit
  const { owner, cost } = refund
  return (
    <p className="mt-1.5 text-sm text-ink-2">
      It goes back to <Address value={order.depositor} canCopy={false} />
      {order.token === nativeMint ? '' : ', into its own token account'}.{' '}
      {owner && cost ? (
        <>
          {owner.address === order.depositor
            ? 'The same account'
            : `Your account in ${owner.wallet}, another one,`}{' '}
          pays the fee of about <Sol lamports={cost.fee} />
          {cost.rent > 0n && (
            <>
              , and <Sol lamports={cost.rent} /> that keep the token account alive: it has to be
              made anew, and whoever closes it has them
            </>
          )}
          .
        </>
      ) : (
        'Whoever sends the transaction pays its fee in SOL.'
      )}
    </p>
  )
}

export declare namespace SolanaRefundCost {
  type Props = {
    deposit: HeldDeposit<SolanaOrder>
    refund: Pick<SolanaRefundState, 'owner' | 'cost'>
  }
}

function Sol(props: { lamports: bigint }) {
  const formats = useFormats()
  return (
    <span className="num">
      {formats.amount(props.lamports, { decimals: 9, detail: 'quote' })} SOL
    </span>
  )
}
